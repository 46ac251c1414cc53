import type { SanitizePolicy } from '../options/policy.ts'
import type { SanitizeChangeKind } from './change-kind.ts'

/** One change, or one run of equal neighbours. */
export interface SanitizeChange {
  readonly kind: SanitizeChangeKind
  /** The code point concerned; `null` for a header, a terminal sequence and a decoded run of more than one. */
  readonly codePoint: number | null
  /** Its Unicode name (of a control: the alias) or `… (block)`; never text of the input. */
  readonly name: string
  /** How many code points; 1 for a header and for a terminal sequence. */
  readonly count: number
  /** 1-based, in the raw input, counting lines as an editor does: at LF, CRLF and CR. */
  readonly line: number
  /** 1-based, in code points of the raw line. */
  readonly column: number
  /** The ASCII text that a run of tag characters or variation selectors carried. Untrusted. */
  readonly decoded?: string
}

/** What `inspect` returns. */
export interface SanitizeReport {
  /** The sanitized text, as `sanitize` returns it. */
  readonly text: string
  readonly policy: SanitizePolicy
  /** Whether `text` differs from the input. Private-use characters are reported and kept: they do not count. */
  readonly changed: boolean
  /** In the order of the input; at most 10,000 of each kind. */
  readonly changes: readonly SanitizeChange[]
  /** What the list has no room for, by kind, in the unit of `count`. Empty as a rule. */
  readonly omitted: readonly { readonly kind: SanitizeChangeKind; readonly count: number }[]
  /**
   * 1-based lines of `text` that begin after a break which an editor does not count (VT, FF, NEL, LS, PS,
   * U+001C–1E): a line's number in the input is its number here less how many of these are not above it.
   */
  readonly addedLines: readonly number[]
}
