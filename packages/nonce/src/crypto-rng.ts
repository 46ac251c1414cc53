import { formatBytes } from './format-nonce.ts'
import { takeRandomBytes } from './take-random-bytes.ts'

/** A source of 128-bit values. Inject one in tests; in production leave the default, {@link cryptoRng}. */
export interface RngLike {
  /** Returns the next value, `0n <= value < 2n ** 128n`. */
  nextU128(): bigint
}

/**
 * The platform's CSPRNG (Web Crypto `getRandomValues`), read through a pool of 4,096 bytes that is filled on the
 * first draw. Used bytes are wiped; unused ones stay in memory until they are drawn.
 *
 * Its `nextU128` throws {@link NonceError} `ERR_NONCE_ENTROPY` when Web Crypto is absent or fails.
 */
export const cryptoRng: RngLike = Object.freeze({
  nextU128: () => BigInt(`0x${formatBytes(takeRandomBytes())}`),
})
