import type { SanitizeChange, SanitizeReport } from '@cordon/sanitize'

export type MarkedChange = SanitizeChange & { readonly hidden: boolean }

/** Shown on screen, or kept because it belongs there: reported, but no reason to fail a check. */
const VISIBLE_KINDS: ReadonlySet<SanitizeChange['kind']> = new Set<SanitizeChange['kind']>([
  'header',
  'space',
  'private-use',
])

/**
 * Returns the change with whether it means that something was hidden: that a reader of the raw text would not have seen
 * it.
 *
 * Not hidden: forged headers (they are plain to see), narrow no-break spaces, private-use characters (kept), and a byte
 * order mark that opens the text. Every line break is, CRLF aside, which must have become LF before: a lone CR lets a
 * terminal overwrite the line, and VT, FF, NEL, LS, PS and U+001C to U+001E end a line where an editor shows none.
 */
export function markHidden(change: SanitizeChange): MarkedChange {
  const { kind, codePoint, line, column, count } = change
  const opensText = codePoint === 0xfeff && line === 1 && column === 1 && count === 1
  return { ...change, hidden: !VISIBLE_KINDS.has(kind) && !opensText }
}

/** Returns how much of what a report has no room to list was hidden, in code points. */
export function countHiddenOmitted({ omitted }: SanitizeReport): number {
  return omitted.reduce((sum, { kind, count }) => sum + (VISIBLE_KINDS.has(kind) ? 0 : count), 0)
}
