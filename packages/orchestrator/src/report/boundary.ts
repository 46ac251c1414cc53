import { inspect, type SanitizeChangeKind, type SanitizePolicy } from '@cordon/sanitize'

/** What hides in the raw input, and how a line that a reviewer names maps back to it. */
export interface Boundary {
  /** The policy of the search; always the wider one, whatever the prompt was sanitized with. */
  readonly policy: SanitizePolicy
  /** Whether that policy would change the input. */
  readonly changed: boolean
  /** Positions are of the raw input; `decoded` is untrusted text that somebody hid. */
  readonly changes: readonly BoundaryChange[]
  /** What the list has no room for, by kind; empty as a rule. */
  readonly omitted: readonly { readonly kind: SanitizeChangeKind; readonly count: number }[]
  /** The policy that the reviewers' text was sanitized with. */
  readonly prompt_policy: SanitizePolicy
  /**
   * Lines of the reviewers' text (1-based, ascending) that an editor does not count. A reviewer's line `n` is raw line
   * `n` minus the number of entries that are at most `n`.
   */
  readonly added_lines: readonly number[]
}

/** What one code point, sequence or header was and where: `SanitizeChange` in the wire's spelling. */
export interface BoundaryChange {
  readonly kind: SanitizeChangeKind
  readonly code_point: number | null
  readonly name: string
  readonly count: number
  /** 1-based, in the raw input, counting lines as an editor does: at LF, CRLF and CR. */
  readonly line: number
  /** 1-based, in code points of the raw line. */
  readonly column: number
  /** The ASCII text that a run of invisible characters carried. Untrusted. */
  readonly decoded?: string
}

/** Where the policies part in what ends a line. */
const STRICT_BREAKS: readonly string[] = ['\x1c', '\x1d', '\x1e']

/** Returns what `inspect` finds in the raw input, in the wire's spelling. */
export function inspectBoundary(content: string, promptPolicy: SanitizePolicy): Boundary {
  const found = inspect(content)
  const sameLines = found.policy === promptPolicy || !STRICT_BREAKS.some((unit) => content.includes(unit))
  const sent = sameLines ? found : inspect(content, { policy: promptPolicy })
  return {
    policy: found.policy,
    changed: found.changed,
    changes: found.changes.map(({ codePoint, ...change }) => ({ ...change, code_point: codePoint })),
    omitted: found.omitted,
    prompt_policy: promptPolicy,
    added_lines: sent.addedLines,
  }
}
