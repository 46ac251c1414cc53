const HEX_UNITS = [
  0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66,
]

/**
 * Returns `value` as 32 lower-case hexadecimal digits, padded with zeros.
 *
 * @throws RangeError when `value` is not in `0n <= value < 2n ** 128n`; TypeError when it is not a bigint.
 */
export function formatNonce(value: bigint): string {
  assertU128(value)
  return value.toString(16).padStart(32, '0')
}

/** Returns the lower-case hexadecimal digits of `bytes`, two each. */
export function formatBytes(bytes: Uint8Array): string {
  // Char codes rather than a table of strings: faster, and the result is flat.
  const units = new Array<number>(bytes.length * 2)
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] as number
    units[index * 2] = HEX_UNITS[byte >> 4] as number
    units[index * 2 + 1] = HEX_UNITS[byte & 15] as number
  }
  return String.fromCharCode(...units)
}

/** Throws unless `value` fits an unsigned 128-bit integer. The value itself may be a secret and is not quoted. */
export function assertU128(value: bigint): void {
  if (typeof value !== 'bigint') throw new TypeError(`"value" expected bigint, got ${typeof value}`)
  if (value < 0n || value >> 128n !== 0n) {
    throw new RangeError('"value" expected 0 <= value < 2^128, got one outside')
  }
}
