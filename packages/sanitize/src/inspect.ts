import type { SanitizeOptions, SanitizePolicy } from './policy.ts'
import { sanitize } from './sanitize.ts'

/** What a change is about. A closed set. */
export type SanitizeChangeKind =
  | 'newline'
  | 'invisible'
  | 'bidi'
  | 'tag'
  | 'variation-selector'
  | 'control'
  | 'terminal-sequence'
  | 'surrogate'
  | 'space'
  | 'header'
  | 'private-use'

/** One change, or one run of equal neighbours. */
export interface SanitizeChange {
  readonly kind: SanitizeChangeKind
  /** The code point concerned; `null` where the change is about more than one (a sequence, a decoded run, a header). */
  readonly codePoint: number | null
  /** Unicode name, or `block: …` where the code point has none. Never text of the input. */
  readonly name: string
  /** How many code points in a row; for a header, 1. */
  readonly count: number
  /** 1-based, in the raw input, counting lines as an editor does (LF, CRLF, CR). */
  readonly line: number
  /** 1-based, in code points of the raw input. */
  readonly column: number
  /** The ASCII text that a run of tag characters or variation selectors carried. Untrusted. */
  readonly decoded?: string
}

/** What {@link inspect} returns. */
export interface SanitizeReport {
  /** The sanitized text, as `sanitize` returns it. */
  readonly text: string
  readonly policy: SanitizePolicy
  /** Whether `text` differs from the input. Private-use findings do not count: they are kept. */
  readonly changed: boolean
  readonly changes: readonly SanitizeChange[]
  /** 1-based lines of `text` that begin after a break which an editor would not count (VT, FF, NEL, LS, PS, U+001C–1E). */
  readonly addedLines: readonly number[]
}

/** Returns the sanitized text together with every change. */
export function inspect(text: string, options: SanitizeOptions = {}): SanitizeReport {
  const policy = options.policy ?? 'strict'
  const result = sanitize(text, { ...options, policy })
  return { text: result, policy, changed: result !== text, changes: [], addedLines: [] }
}
