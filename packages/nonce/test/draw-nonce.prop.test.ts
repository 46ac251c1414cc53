import { drawNonce, drawToken, formatNonce } from '@cordon/nonce'
import { fixedRng } from '@cordon/nonce/testing'
import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'

const u128 = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n })

test.prop([u128])('NON-001 formatting keeps the value and the width', (value) => {
  const nonce = formatNonce(value)
  expect(nonce).toMatch(/^[0-9a-f]{32}$/)
  expect(BigInt(`0x${nonce}`)).toBe(value)
})

test.prop([fc.array(u128, { minLength: 1, maxLength: 20 })])(
  'NON-007 the nonces of a source are its values, each formatted',
  (values) => {
    const rng = fixedRng(values)
    expect(values.map(() => drawNonce(rng))).toEqual(values.map(formatNonce))
  },
)

// All ones again and again is a stuck source, which NON-011 is about.
const usable = fc.bigInt({ min: 0n, max: 2n ** 120n })

test.prop([fc.array(usable, { minLength: 40, maxLength: 40 }), fc.integer({ min: 1, max: 64 })])(
  'NON-009 a token has the length asked for and depends on the source alone',
  (values, length) => {
    const token = drawToken(length, fixedRng(values))
    expect(token).toMatch(new RegExp(`^[A-Za-z0-9]{${length}}$`))
    expect(drawToken(length, fixedRng(values))).toBe(token)
  },
)
