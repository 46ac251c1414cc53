import { NonceError } from './errors.ts'

/** A source of 128-bit values. Inject one in tests; in production leave the default, {@link cryptoRng}. */
export interface RngLike {
  /** Returns the next value, `0n <= value < 2n ** 128n`. */
  nextU128(): bigint
}

/** 256 draws a refill: one call into the platform costs more than everything else here together. */
const pool = new BigUint64Array(512)
let used = pool.length

/**
 * The platform's CSPRNG (Web Crypto `getRandomValues`), read through a pool of 4,096 bytes that is filled on the
 * first draw. Used bytes are wiped; unused ones stay in memory until they are drawn.
 *
 * Its `nextU128` throws {@link NonceError} `ERR_NONCE_ENTROPY` when Web Crypto is absent, fails or fills nothing in.
 */
export const cryptoRng: RngLike = Object.freeze({
  nextU128() {
    if (used === pool.length) refill()
    return (takeWord() << 64n) | takeWord()
  },
})

function takeWord(): bigint {
  const word = pool[used] as bigint
  pool[used] = 0n
  used += 1
  return word
}

function refill(): void {
  let cause: unknown
  try {
    // As bytes: some polyfills know no array of bigint.
    globalThis.crypto.getRandomValues(new Uint8Array(pool.buffer))
  } catch (error) {
    cause = error
  }
  // A stub that fills nothing in would make every nonce zero; by chance this happens once in 2^32768.
  if (cause !== undefined || !pool.some(Boolean)) {
    throw new NonceError('ERR_NONCE_ENTROPY', 'Web Crypto gave nothing', { cause })
  }
  used = 0
}
