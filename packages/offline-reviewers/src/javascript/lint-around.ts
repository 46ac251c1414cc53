import type { Report } from '../rules/rule-catalog.ts'
import { type CodeTraits, lintCode, type ParseFailure } from './lint-code.ts'

const maxUnits = 65_536
/** What all attempts together may read: each part goes through up to four parsers. */
const maxUnitsRead = 4 * maxUnits
const maxLineUnits = 4000
const maxFailures = 4

/**
 * Lints what stands before and behind lines that no parser accepts, up to four of them, so that they do not spare the
 * others. Lines over 4,000 code units are left out, more than 64 Ki in all is left alone, and the attempts end once they
 * have read four times that.
 */
export function lintAround(
  code: string,
  kind: CodeTraits['kind'],
  failure: ParseFailure,
  report: Report,
): void {
  const lines = code.split('\n').map((line) => (line.length > maxLineUnits ? '' : line))
  if (lines.reduce((units, line) => units + line.length + 1, 0) > maxUnits) return
  const outcomes = new Map<string, ParseFailure | undefined>()
  let unitsLeft = maxUnitsRead
  const lint = (first: number, end: number): ParseFailure | undefined => {
    const place = `${first} ${end}`
    if (outcomes.has(place)) return outcomes.get(place)
    const part = lines.slice(first, end).join('\n')
    unitsLeft -= part.length
    if (part.trim() === '' || unitsLeft < 0) return { line: 1, start: 1, deep: true }
    const outcome = lintCode(part, { kind, extent: 'fragment' }, (rule, line, note) =>
      report(rule, line + first, note),
    )
    outcomes.set(place, outcome)
    return outcome
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
