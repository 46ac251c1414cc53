/**
 * Returns how long a response asks to wait, in milliseconds: `retry-after-ms`, else `Retry-After` in seconds or as a
 * date (RFC 9110 §10.2.3). `undefined` when there is no such header or it is neither.
 */
export function readRetryAfter(headers: unknown, now: () => number = Date.now): number | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  const fields = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value).trim()]),
  )
  const [milliseconds, wait] = [fields.get('retry-after-ms'), fields.get('retry-after')]
  if (milliseconds !== undefined && isCount(milliseconds)) return Number(milliseconds)
  if (wait === undefined) return undefined
  if (isCount(wait)) return Number(wait) * 1000
  // Only what begins with a day is a date (`Date.parse` makes one of `-5`), and every HTTP date is GMT, named or not.
  const date = /^[A-Z][a-z]+,? /.test(wait)
    ? Date.parse(wait.endsWith(' GMT') ? wait : `${wait} GMT`)
    : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now())
}

function isCount(text: string): boolean {
  return /^\d{1,15}(?:\.\d{1,9})?$/.test(text)
}
