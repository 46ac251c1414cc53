import { NonceError } from './errors.ts'

/** A source of 128-bit values. Inject one in tests; in production leave the default, {@link cryptoRng}. */
export interface RngLike {
  /** Returns the next value, `0n <= value < 2n ** 128n`. */
  nextU128(): bigint
}

/** 256 draws a refill: one call into the platform costs more than everything else here together. */
const POOL_BYTES = 4096

const pool = new Uint8Array(POOL_BYTES)
const words = new DataView(pool.buffer)
let used = POOL_BYTES

/**
 * The platform's CSPRNG (Web Crypto `getRandomValues`), read through a pool of 4,096 bytes that is filled on the
 * first draw. Used bytes are wiped; unused ones stay in memory until they are drawn.
 *
 * Its `nextU128` throws {@link NonceError} `ERR_NONCE_ENTROPY` when Web Crypto is absent, fails or fills nothing in.
 */
export const cryptoRng: RngLike = Object.freeze({
  nextU128() {
    if (used === POOL_BYTES) refill()
    return (takeWord() << 64n) | takeWord()
  },
})

function takeWord(): bigint {
  const word = words.getBigUint64(used)
  words.setBigUint64(used, 0n)
  used += 8
  return word
}

function refill(): void {
  let cause: unknown
  try {
    globalThis.crypto.getRandomValues(pool)
  } catch (error) {
    cause = error
  }
  // A stub that fills nothing in would make every nonce zero; by chance this happens once in 2^32768.
  if (cause !== undefined || pool.every((byte) => byte === 0)) {
    throw new NonceError('ERR_NONCE_ENTROPY', 'Web Crypto gave nothing', { cause })
  }
  used = 0
}
