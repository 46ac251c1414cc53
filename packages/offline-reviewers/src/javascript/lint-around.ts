import type { Report } from '../rules/rule-catalog.ts'
import { type CodeTraits, lintCode, type ParseFailure } from './lint-code.ts'

const maxUnits = 65_536
const maxLineUnits = 4000
const maxFailures = 4

/**
 * Lints what stands before and behind lines that no parser accepts, up to four of them, so that they do not spare the
 * others. Lines over 4,000 code units are
 * left out, and more than 64 Ki in all is left alone: each attempt reads all of it.
 */
export function lintAround(
  code: string,
  kind: CodeTraits['kind'],
  failure: ParseFailure,
  report: Report,
): void {
  const lines = code.split('\n').map((line) => (line.length > maxLineUnits ? '' : line))
  if (lines.reduce((units, line) => units + line.length, 0) > maxUnits) return
  const lint = (first: number, end: number): ParseFailure | undefined => {
    const part = lines.slice(first, end).join('\n')
    if (part.trim() === '') return { line: 1, start: 1, deep: true }
    return lintCode(part, { kind, extent: 'fragment' }, (rule, line, note) =>
      report(rule, line + first, note),
    )
  }
  for (const place of ['line', 'start'] as const) lintPieces(lint, lines.length, failure, place)
}

function lintPieces(
  lint: (first: number, end: number) => ParseFailure | undefined,
  end: number,
  firstFailure: ParseFailure,
  place: 'line' | 'start',
): void {
  let first = 0
  let failure: ParseFailure | undefined = firstFailure
  for (let failures = 0; failures < maxFailures && failure !== undefined && !failure.deep; failures += 1) {
    const failed: number = first + failure[place] - 1
    // What nothing ends fails at the end, and began a few lines before it, or in the first ones.
    for (let cut = 0; cut < maxFailures; cut += 1) {
      if (lint(first, failed - cut) === undefined) break
      if (failed + maxFailures >= end) lint(first + cut + 1, end)
    }
    first = failed + 1
    failure = lint(first, end)
  }
}
