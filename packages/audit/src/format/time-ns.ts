/**
 * Returns Unix time in nanoseconds as decimal digits.
 *
 * @throws RangeError when the clock's answer is not whole milliseconds from 0.
 */
export function timeNs(ms: number): string {
  if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError('"now" expected to return an integer from 0')
  return ms === 0 ? '0' : `${ms}000000`
}
