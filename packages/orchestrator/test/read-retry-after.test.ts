import { expect, test } from 'vitest'
import { readRetryAfter } from '../src/providers/read-retry-after.ts'

/** One minute before the example date of RFC 9110 §5.6.7. */
const now = (): number => Date.UTC(1994, 10, 6, 8, 48, 37)

test.each([
  ['5', 5000],
  ['1.5', 1500],
  ['0', 0],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 60_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 60_000],
  // The form of C's asctime names no zone and means GMT all the same.
  ['Sun Nov  6 08:49:37 1994', 60_000],
  ['Sun, 06 Nov 1994 08:40:00 GMT', 0],
  ['', undefined],
  ['-5', undefined],
  ['5 apples', undefined],
  ['120, 120', undefined],
  ['1994-11-06', undefined],
  ['9'.repeat(30), undefined],
])('ORC-062 Retry-After: %s asks to wait %s ms', (wait, expected) => {
  expect(readRetryAfter({ 'Retry-After': wait }, now)).toBe(expected)
})
