/**
 * Returns `value` as 32 lower-case hexadecimal digits, padded with zeros.
 *
 * @throws RangeError when `value` is not in `0n <= value < 2n ** 128n`; TypeError when it is not a bigint.
 */
export function formatNonce(value: bigint): string {
  assertU128(value)
  return value.toString(16).padStart(32, '0')
}

/** Throws unless `value` fits an unsigned 128-bit integer. The value itself may be a secret and is not quoted. */
export function assertU128(value: bigint): void {
  if (typeof value !== 'bigint') throw new TypeError(`"value" expected bigint, got ${typeof value}`)
  if (value !== BigInt.asUintN(128, value)) throw new RangeError('"value" expected 128 bits, got others')
}
