/**
 * Returns `value` as 32 lower-case hexadecimal digits, padded with zeros.
 *
 * @throws RangeError when `value` is not in `0n <= value < 2n ** 128n`; TypeError when it is not a bigint.
 */
export function formatNonce(value: bigint): string {
  return hexOf(toU128(value, 'value'))
}

export function hexOf(value: bigint): string {
  return value.toString(16).padStart(32, '0')
}

/**
 * Returns `value` when it fits an unsigned 128-bit integer, else throws an error about what the caller knows as `name`. The
 * value itself may be a secret and is not quoted.
 */
export function toU128(value: bigint, name: string): bigint {
  if (typeof value !== 'bigint') throw new TypeError(`"${name}" expected bigint, got ${typeof value}`)
  if (value !== BigInt.asUintN(128, value)) throw new RangeError(`"${name}" expected 128 bits, got others`)
  return value
}
