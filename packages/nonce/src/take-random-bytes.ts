import { NonceError } from './errors.ts'

/** 256 draws a refill: one call into the platform costs more than everything else here together. */
const POOL_BYTES = 4096

const pool = new Uint8Array(POOL_BYTES)
let used = POOL_BYTES

/**
 * Returns 16 bytes from the platform's CSPRNG, each of them handed out once and wiped from the pool.
 *
 * @throws NonceError `ERR_NONCE_ENTROPY` when Web Crypto is absent, fails, or fills nothing in.
 */
export function takeRandomBytes(): Uint8Array {
  if (used === POOL_BYTES) refill()
  const start = used
  used += 16
  const bytes = pool.slice(start, used)
  pool.fill(0, start, used)
  return bytes
}

function refill(): void {
  // The types promise `crypto`; an old or stripped-down runtime may not have it.
  const source: typeof globalThis.crypto | undefined = globalThis.crypto
  if (typeof source?.getRandomValues !== 'function') {
    throw new NonceError('ERR_NONCE_ENTROPY', 'no Web Crypto random source on this platform')
  }
  try {
    source.getRandomValues(pool)
  } catch (cause) {
    throw new NonceError('ERR_NONCE_ENTROPY', 'the Web Crypto random source failed', { cause })
  }
  // A stub that fills nothing in would make every nonce zero; by chance this happens once in 2^32768.
  if (pool.every((byte) => byte === 0)) {
    throw new NonceError('ERR_NONCE_ENTROPY', 'the Web Crypto random source filled nothing in')
  }
  used = 0
}
