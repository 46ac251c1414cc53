import { cryptoRng, type RngLike } from './crypto-rng.ts'
import { hexOf, toU128 } from './format-nonce.ts'

/**
 * Returns a fresh nonce: 128 bits as 32 lower-case hexadecimal digits (`^[0-9a-f]{32}$`).
 *
 * CSP3 asks for at least 128 bits from a CSPRNG; guessing one takes 2^-128 per attempt. A nonce is an identifier,
 * not a key: it must differ each time and must not be known to whoever wrote the text that it delimits.
 *
 * @param rng where the value comes from. Default: {@link cryptoRng}.
 * @throws NonceError `ERR_NONCE_ENTROPY` when the default source has no Web Crypto to read from.
 * @throws RangeError when an injected source answers outside `0n <= value < 2n ** 128n`, TypeError when it is none, or answers
 * no bigint.
 */
export function drawNonce(rng: RngLike = cryptoRng): string {
  return hexOf(toU128(rng?.nextU128?.(), 'rng'))
}
