import { cryptoRng, drawNonce, drawToken, formatNonce, NonceError } from '@cordon/nonce'
import { fixedRng } from '@cordon/nonce/testing'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** More draws than one pool holds, so that at least one of them has to ask the platform. */
function drawPastThePool(): void {
  for (let draw = 0; draw <= 256; draw += 1) drawNonce()
}

test.each([
  { value: 0n, expected: '00000000000000000000000000000000' },
  { value: 3n, expected: '00000000000000000000000000000003' },
  { value: 0xdeadbeefcafebaben, expected: '0000000000000000deadbeefcafebabe' },
  { value: 2n ** 128n - 1n, expected: 'ffffffffffffffffffffffffffffffff' },
])('NON-001 formats $value as 32 lower-case hexadecimal digits', ({ value, expected }) => {
  expect(formatNonce(value)).toBe(expected)
})

test.each([-1n, 2n ** 128n])('NON-002 refuses %d, which is no unsigned 128-bit integer', (value) => {
  // The value may be a secret, and is not quoted.
  expect(() => formatNonce(value)).toThrow(new RangeError('"value" expected 128 bits, got others'))
  expect(() => drawNonce({ nextU128: () => value })).toThrow(
    new RangeError('"rng" expected 128 bits, got others'),
  )
})

test('NON-002 refuses what is not a bigint', () => {
  expect(() => Reflect.apply(formatNonce, undefined, [7])).toThrow(
    new TypeError('"value" expected bigint, got number'),
  )
})

test('NON-003 draws a different nonce of the stated form on each call', () => {
  const nonces = Array.from({ length: 2000 }, () => drawNonce())
  expect(new Set(nonces).size).toBe(2000)
  for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/)
})

test('NON-003 the 128 bits of the platform source are each set about half of the time', () => {
  const counts = new Array<number>(128).fill(0)
  for (let draw = 0; draw < 2000; draw += 1) {
    const value = cryptoRng.nextU128()
    for (const [bit, count] of counts.entries()) counts[bit] = count + Number((value >> BigInt(bit)) & 1n)
  }
  // Eight standard deviations (sigma = 22.4): by chance once in 10^13 runs.
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(180)
})

test('NON-004 hands every byte of the platform source out once, in order, through either door', () => {
  let block = 0
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => {
      const words = new BigUint64Array(bytes.buffer)
      for (let word = 1; word < words.length; word += 2) {
        block += 1
        words[word] = BigInt(block)
      }
      return bytes
    },
  })
  const seen: string[] = []
  for (let draw = 0; draw < 800; draw += 1) {
    seen.push(draw % 2 === 0 ? drawNonce() : formatNonce(cryptoRng.nextU128()))
  }
  const first = seen.indexOf('00000000000000000000000000000001')
  expect(first).toBeGreaterThanOrEqual(0)
  const blocks = seen.slice(first).map((nonce) => Number.parseInt(nonce, 16))
  expect(blocks.length).toBeGreaterThan(512)
  expect(blocks).toEqual(blocks.map((_, index) => index + 1))
  // Leave nothing predictable in the pool for the tests that follow.
  vi.unstubAllGlobals()
  drawPastThePool()
})

test('NON-005 wipes the bytes that it handed out', () => {
  let pool = new Uint8Array()
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => {
      pool = bytes.fill(0xab)
      return bytes
    },
  })
  while (pool.length === 0) drawNonce()
  expect([...pool.subarray(0, 16)]).toEqual(new Array(16).fill(0))
  expect(pool[16]).toBe(0xab)
  cryptoRng.nextU128()
  expect([...pool.subarray(16, 32)]).toEqual(new Array(16).fill(0))
  expect(pool[32]).toBe(0xab)
  vi.unstubAllGlobals()
  drawPastThePool()
})

test.each([
  { title: 'is missing', crypto: undefined },
  { title: 'has no getRandomValues', crypto: {} },
  { title: 'fills nothing in', crypto: { getRandomValues: (bytes: Uint8Array) => bytes } },
  {
    title: 'throws',
    crypto: {
      getRandomValues: () => {
        throw new Error('quota')
      },
    },
  },
  {
    title: 'throws with a part filled in',
    crypto: {
      getRandomValues: (bytes: Uint8Array) => {
        bytes.fill(0xab, 0, 16)
        throw new Error('quota')
      },
    },
  },
])('NON-006 fails closed when Web Crypto $title', ({ crypto }) => {
  vi.stubGlobal('crypto', crypto)
  expect(drawPastThePool).toThrow(expect.objectContaining({ name: 'NonceError', code: 'ERR_NONCE_ENTROPY' }))
  // And again: a failure leaves no half-filled pool behind.
  expect(() => drawNonce()).toThrow(NonceError)
})

test('NON-007 an injected source is drawn from once a nonce, first in, first out', () => {
  const rng = fixedRng([1n, 2n, 3n])
  expect([drawNonce(rng), drawNonce(rng)]).toEqual([
    '00000000000000000000000000000001',
    '00000000000000000000000000000002',
  ])
  expect(rng.nextU128()).toBe(3n)
})

test('NON-008 a fixed source throws when it is exhausted and never starts over', () => {
  const rng = fixedRng(new Set([5n]))
  rng.nextU128()
  expect(() => rng.nextU128()).toThrow(new RangeError('"values" expected more than 1, all are used'))
  expect(() => rng.nextU128()).toThrow(RangeError)
})

test('NON-008 a fixed source is not changed by what becomes of the list afterwards', () => {
  const values = [5n]
  const rng = fixedRng(values)
  values[0] = 6n
  expect(rng.nextU128()).toBe(5n)
})

test.each([5, {}, null, 'rng', { nextU128: () => '1' }])('NON-016 %j is no source', (rng) => {
  const error = /^"rng" expected bigint, got (undefined|string)$/
  expect(() => drawNonce(rng as never)).toThrow(error)
  expect(() => drawToken(8, rng as never)).toThrow(error)
})

test.each([undefined, null, 5, {}])('NON-017 no fixed source is made of %j', (values) => {
  expect(() => fixedRng(values as never)).toThrow(new TypeError('"values" expected iterable, got another'))
})
