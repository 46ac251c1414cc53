import * as nonce from '@cordon/nonce'
import * as testing from '@cordon/nonce/testing'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

test('NON-013 the exports, the error code and the entries are the documented ones', () => {
  expect(Object.keys(nonce).toSorted()).toEqual([
    'NonceError',
    'cryptoRng',
    'drawNonce',
    'drawToken',
    'formatNonce',
  ])
  expect(Object.keys(testing)).toEqual(['fixedRng'])
  expect(Object.keys(manifest.exports)).toEqual(['.', './testing', './package.json'])
  expect(manifest).not.toHaveProperty('dependencies')
  const codes: Record<nonce.NonceErrorCode, true> = { ERR_NONCE_ENTROPY: true }
  expect(Object.keys(codes)).toEqual(['ERR_NONCE_ENTROPY'])
})

test('NON-014 the platform source cannot be replaced in place', () => {
  expect(Object.isFrozen(nonce.cryptoRng)).toBe(true)
})

test('NON-015 an error is recognised across installed copies by its brand', () => {
  const error = new nonce.NonceError('ERR_NONCE_ENTROPY', 'no source')
  expect(error).toMatchObject({ name: 'NonceError', code: 'ERR_NONCE_ENTROPY', message: 'no source' })
  expect(nonce.NonceError.isInstance(error)).toBe(true)
  const foreign = Object.assign(new Error('no source'), { [Symbol.for('@cordon/nonce/NonceError')]: true })
  expect(nonce.NonceError.isInstance(foreign)).toBe(true)
  expect(nonce.NonceError.isInstance(new Error('no source'))).toBe(false)
  for (const other of [{ code: 'ERR_NONCE_ENTROPY' }, null, undefined, 'x'])
    expect(nonce.NonceError.isInstance(other)).toBe(false)
})
