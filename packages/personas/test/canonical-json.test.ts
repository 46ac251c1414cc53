import canonicalize from 'canonicalize'
import { expect, test } from 'vitest'

// RFC 8785, appendix B: IEEE 754 doubles as hex, and their one spelling.
const NUMBERS = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
] as const

const double = (hex: string): number => Buffer.from(hex, 'hex').readDoubleBE()

test.each(NUMBERS)('PER-093 the RFC 8785 library spells %s as %s', (hex, text) => {
  expect(canonicalize(double(hex))).toBe(text)
})

test.each(['7fffffffffffffff', '7ff0000000000000', 'fff0000000000000'])(
  'PER-093 the RFC 8785 library refuses %s, which JSON has no form for',
  (hex) => {
    expect(() => canonicalize(double(hex))).toThrow()
  },
)

test('PER-093 the RFC 8785 library gives the example of section 3.2.2', () => {
  const value = JSON.parse(
    String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
  )
  expect(canonicalize(value)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
})

test('PER-093 the RFC 8785 library sorts keys by UTF-16 code unit, as section 3.2.3 does', () => {
  const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
  const sorted = Object.keys(
    JSON.parse(String(canonicalize(Object.fromEntries(keys.map((key) => [key, 0]))))),
  )
  expect(sorted.filter((key) => key !== '1')).toEqual([
    '\r',
    '\u0080',
    '\u00f6',
    '\u20ac',
    '\ud83d\ude00',
    '\ufb33',
  ])
})

test.each([['\ud800'], ['\udc00a'], ['a\ud83d']])(
  'PER-093 the RFC 8785 library refuses the lone surrogate in %j',
  (text) => {
    expect(() => canonicalize({ text })).toThrow()
    expect(() => canonicalize({ [text]: 1 })).toThrow()
  },
)
