/** In the year 5138: a reader takes 20 digits of nanoseconds. */
const MAX_TIME_MS = 99_999_999_999_999

/**
 * Returns Unix time in nanoseconds as decimal digits.
 *
 * @throws RangeError when the clock's answer is not whole milliseconds from 0 to 99,999,999,999,999.
 */
export function timeNs(ms: number): string {
  if (!Number.isSafeInteger(ms) || ms < 0 || ms > MAX_TIME_MS)
    throw new RangeError(`"now" expected to return an integer from 0 to ${MAX_TIME_MS}`)
  return ms === 0 ? '0' : `${ms}000000`
}
