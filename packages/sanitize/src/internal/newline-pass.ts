import { createFindUnit } from './find-unit.ts'
import type { Pass } from './pass.ts'

/** CR, VT, FF, NEL, LS, PS. */
const isSeparator = (unit: number): boolean =>
  (unit >= 0x0b && unit <= 0x0d) || unit === 0x85 || unit === 0x2028 || unit === 0x2029

/** The same and the information separators U+001C–1E, at which Python's `splitlines` and bidi class B end a line. */
const isStrictSeparator = (unit: number): boolean => isSeparator(unit) || (unit >= 0x1c && unit <= 0x1e)

/** Every separator becomes one LF, CRLF as a unit. Look-ahead: one unit, after a CR. */
export function createNewlinePass(isStrict: boolean): Pass {
  const find = isStrict
    ? createFindUnit(isStrictSeparator, String.raw`\v-\r\x1c-\x1e\x85\u2028\u2029`)
    : createFindUnit(isSeparator, String.raw`\v-\r\x85\u2028\u2029`)
  return (text, isLast, sink) => {
    const end = !isLast && text.endsWith('\r') ? text.length - 1 : text.length
    for (let i = find(text, 0); i < end; ) {
      const next = text.startsWith('\r\n', i) ? i + 2 : i + 1
      sink.edit(i, next, '\n')
      i = find(text, next)
    }
    return end
  }
}
