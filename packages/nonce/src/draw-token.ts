import { cryptoRng, type RngLike } from './crypto-rng.ts'
import { NonceError } from './errors.ts'
import { toU128 } from './format-nonce.ts'

const MAX_LENGTH = 1024

/**
 * Returns a random token of `length` characters of `[A-Za-z0-9]`, each of the 62 equally likely (5.95 bits a
 * character; the default of 8 has 47.6 bits, 22 exceed 128).
 *
 * @param length in characters, an integer from 1 to 1,024 inclusive. Default: 8.
 * @param rng where the bits come from. Default: {@link cryptoRng}.
 * @throws TypeError when `length` is not a number or `rng` no source; RangeError when it is out of bounds or not an integer, or when an
 * injected source answers outside `0n <= value < 2n ** 128n`.
 * @throws NonceError `ERR_NONCE_ENTROPY` when the default source has no Web Crypto to read from, or when a draw has
 * no usable group at all (one in 2^105 by chance: the source is stuck).
 */
export function drawToken(length = 8, rng: RngLike = cryptoRng): string {
  if (typeof length !== 'number') throw new TypeError(`"length" expected number, got ${typeof length}`)
  if (!Number.isInteger(length) || length < 1 || length > MAX_LENGTH) {
    throw new RangeError(`"length" expected integer 1..${MAX_LENGTH}, got ${length}`)
  }
  let token = ''
  while (token.length < length) token += charactersOf(toU128(rng?.nextU128?.(), 'rng'))
  return token.slice(0, length)
}

/** The characters that the groups of `value`, lowest first, stand for; two bits are left over. */
function charactersOf(value: bigint): string {
  let characters = ''
  for (let shift = 0n; shift < 126n; shift += 6n) characters += characterOf(Number((value >> shift) & 63n))
  if (characters === '') throw new NonceError('ERR_NONCE_ENTROPY', 'the random source gave nothing')
  return characters
}

/** The alphabet of Base64. 62 and 63 stand for nothing: that is unbiased. */
function characterOf(group: number): string {
  if (group > 61) return ''
  return String.fromCharCode(group + (group < 26 ? 65 : group < 52 ? 71 : -4))
}
