import type { SanitizeChange } from '@cordon/sanitize'

export type MarkedChange = SanitizeChange & { readonly hidden: boolean }

/** Shown on screen, or kept because it belongs there: reported, but no reason to fail a check. */
const VISIBLE_KINDS: ReadonlySet<SanitizeChange['kind']> = new Set<SanitizeChange['kind']>([
  'header',
  'space',
  'private-use',
])

/**
 * Returns the changes, each with whether it means that something was hidden: that a reader of the raw text would not
 * have seen it.
 *
 * Not hidden: forged headers (they are plain to see), narrow no-break spaces, private-use characters (kept), CRLF, and
 * a byte order mark that opens the text. Every other line break is: a lone CR lets a terminal overwrite the line, and
 * VT, FF, NEL, LS, PS and U+001C to U+001E end a line where an editor shows none.
 */
export function markHidden(changes: readonly SanitizeChange[], lines: readonly string[]): MarkedChange[] {
  return changes.map((change) => ({ ...change, hidden: isHidden(change, lines) }))
}

/** Returns the lines as an editor counts them, without their ends, save a lone CR, which stays with the line it ends. */
export function splitLines(text: string): string[] {
  return text.split(/\r?\n|(?<=\r)(?!\n)/)
}

function isHidden(
  { kind, codePoint, line, column, count }: SanitizeChange,
  lines: readonly string[],
): boolean {
  if (VISIBLE_KINDS.has(kind)) return false
  // A run of n line ends begins on the line that the first one ends, and ends n lines.
  if (codePoint === 0x0d) return lines.slice(line - 1, line - 1 + count).some((text) => text.endsWith('\r'))
  return !(codePoint === 0xfeff && line === 1 && column === 1 && count === 1)
}
