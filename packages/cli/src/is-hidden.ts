import type { SanitizeChange } from '@cordon/sanitize'

/** Shown on screen, or kept because it belongs there: reported, but no reason to fail a check. */
const VISIBLE_KINDS: ReadonlySet<SanitizeChange['kind']> = new Set<SanitizeChange['kind']>([
  'header',
  'space',
  'private-use',
])

/**
 * Returns whether a change means that something was hidden: a reader of the raw text would not have seen it.
 *
 * Not hidden: forged headers (they are plain to see), narrow no-break spaces, private-use characters (kept), the line
 * ends of Windows, and a byte order mark that opens the text. Every other line break is: a lone CR lets a terminal
 * overwrite the line, and VT, FF, NEL, LS, PS and U+001C–1E end a line where an editor shows none.
 */
export function isHidden({ kind, codePoint, line, column, count, name }: SanitizeChange): boolean {
  if (VISIBLE_KINDS.has(kind)) return false
  if (kind === 'newline') return name !== 'CRLF'
  return !(codePoint === 0xfeff && line === 1 && column === 1 && count === 1)
}
