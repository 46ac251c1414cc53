import { drawToken } from '@cordon/nonce'
import { fixedRng } from '@cordon/nonce/testing'
import { expect, test } from 'vitest'

test('NON-009 a token is 8 characters of [A-Za-z0-9] and differs each time', () => {
  const tokens = Array.from({ length: 1000 }, () => drawToken())
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{8}$/)
  expect(new Set(tokens).size).toBe(1000)
})

test.each([1, 21, 22, 1024])('NON-009 a token of %d characters can be asked for', (length) => {
  expect(drawToken(length)).toMatch(new RegExp(`^[A-Za-z0-9]{${length}}$`))
})

test('NON-010 every six bits stand for one character, 62 and 63 for none', () => {
  // Groups, lowest first: 62, 63, 61, 0, 26, 52, then zeros.
  const value = 62n | (63n << 6n) | (61n << 12n) | (0n << 18n) | (26n << 24n) | (52n << 30n)
  expect(drawToken(8, fixedRng([value]))).toBe('9Aa0AAAA')
})

test('NON-010 all 62 characters are equally likely', () => {
  const counts = new Map<string, number>()
  for (let draw = 0; draw < 62; draw += 1) {
    for (const character of drawToken(1000)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  expect(counts.size).toBe(62)
  // 1,000 expected of each, sigma = 31.4; a modulo of bytes would put the first eight at 1,211.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(200)
})

test('NON-011 a source that never yields a usable group fails instead of looping', () => {
  expect(() => drawToken(8, { nextU128: () => 2n ** 128n - 1n })).toThrow(
    expect.objectContaining({ code: 'ERR_NONCE_ENTROPY' }),
  )
})

test.each([0, -1, 1.5, Number.NaN, 1025, Number.POSITIVE_INFINITY])(
  'NON-012 refuses a length of %d',
  (length) => {
    expect(() => drawToken(length)).toThrow(RangeError)
  },
)

test('NON-012 refuses a length that is not a number and a source outside 128 bits', () => {
  expect(() => Reflect.apply(drawToken, undefined, ['8'])).toThrow(
    new TypeError('"length" expected number, got string'),
  )
  expect(() => drawToken(8, { nextU128: () => 2n ** 128n })).toThrow(RangeError)
  expect(() => drawToken(8, { nextU128: () => -1n })).toThrow(RangeError)
})
