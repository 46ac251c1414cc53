import type { SanitizeChangeKind } from './internal/change-kind.ts'
import { ChangeLog } from './internal/change-log.ts'
import { locate } from './internal/locate.ts'
import { separatorsOf } from './internal/newline-pass.ts'
import { policyPasses } from './internal/policy-passes.ts'
import { requireText } from './internal/require-text.ts'
import { createTracedStages } from './internal/trace-passes.ts'
import type { SanitizeOptions, SanitizePolicy } from './policy.ts'

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

/** What {@link inspect} returns. */
export interface SanitizeReport {
  /** The sanitized text, as `sanitize` returns it. */
  readonly text: string
  readonly policy: SanitizePolicy
  /** Whether `text` differs from the input. Private-use characters are reported and kept: they do not count. */
  readonly changed: boolean
  /** In the order of the input; at most 10,000. */
  readonly changes: readonly SanitizeChange[]
  /** What the list has no room for, by kind, in the unit of `count`. Empty as a rule. */
  readonly omitted: readonly { readonly kind: SanitizeChangeKind; readonly count: number }[]
  /**
   * 1-based lines of `text` that begin after a break which an editor does not count (VT, FF, NEL, LS, PS,
   * U+001C–1E): a line's number in the input is its number here less how many of these are not above it.
   */
  readonly addedLines: readonly number[]
}

/** Bounds what the trace holds at a time. */
const CHUNK_UNITS = 65_536

/**
 * Returns the sanitized text and every change that led to it, and where. Policy `strict` by default.
 *
 * The report is a return value: nothing is logged. It holds at most 10,000 changes, and a decoded text of at most
 * 4,096 characters each; the rest is counted.
 *
 * @throws TypeError or RangeError when an option is not what its type says.
 */
export function inspect(
  text: string,
  { policy = 'strict', ...options }: SanitizeOptions = {},
): SanitizeReport {
  requireText('text', text)
  const log = new ChangeLog()
  const stages = createTracedStages(policyPasses(policy, options), log)
  let result = ''
  for (let start = 0; start < text.length || start === 0; start += CHUNK_UNITS) {
    const isLast = start + CHUNK_UNITS >= text.length
    const chunk = text.slice(start, start + CHUNK_UNITS)
    result += stages.reduce((part, stage) => stage(part, isLast), chunk)
  }
  logPrivateUse(text, log)
  const { changes, omitted } = log.finish()
  return {
    text: result === text ? text : result,
    policy,
    changed: result !== text,
    changes: locate(text, changes),
    omitted: Array.from(omitted, ([kind, count]) => ({ kind, count })),
    addedLines: findAddedLines(text, policy),
  }
}

function logPrivateUse(text: string, log: ChangeLog): void {
  for (const { 0: char, index } of text.matchAll(/\p{Private_Use}/gu)) {
    log.addPoint(index, 'private-use', char.codePointAt(0) ?? 0, char.length)
  }
}

function findAddedLines(text: string, policy: SanitizePolicy): readonly number[] {
  const added: number[] = []
  let line = 1
  const breaks = new RegExp(`\r\n|[\n${separatorsOf(policy === 'strict')}]`, 'g')
  for (const [separator] of text.matchAll(breaks)) {
    line++
    if (separator !== '\n' && !separator.startsWith('\r')) added.push(line)
  }
  return added
}
