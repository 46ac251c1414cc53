import { assertSanitizeOptions } from './options/assert-sanitize-options.ts'
import { assertType } from './options/assert-type.ts'
import type { SanitizeOptions, SanitizePolicy } from './options/policy.ts'
import { separatorsOf } from './passes/newline-pass.ts'
import { feedWhole } from './passes/pass.ts'
import { policyPasses } from './passes/policy-passes.ts'
import { type ChangeLog, ChangeReport } from './report/change-log.ts'
import { locate } from './report/locate.ts'
import type { SanitizeReport } from './report/sanitize-report.ts'
import { createTracedStages } from './report/trace-passes.ts'

/**
 * Returns the sanitized text and every change that led to it, and where. Policy `strict` by default.
 *
 * The report is a return value: nothing is logged. It holds at most 10,000 changes of each kind, and a decoded text of at
 * most 4,096 characters each; the rest is counted.
 *
 * @throws TypeError or RangeError when an option is not what its type says.
 */
export function inspect(text: string, options: SanitizeOptions = {}): SanitizeReport {
  assertType(text, 'string', 'text')
  assertSanitizeOptions(options)
  const { policy = 'strict' } = options
  const report = new ChangeReport()
  const result = feedWhole(createTracedStages(policyPasses(policy, options), report), text)
  logPrivateUse(text, report.open())
  const { changes, omitted } = report.finish()
  return {
    text: result,
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
  const breaks = new RegExp(`\r\n|[\n${separatorsOf(policy === 'strict').join('')}]`, 'g')
  for (const [separator] of text.matchAll(breaks)) {
    line++
    if (separator !== '\n' && !separator.startsWith('\r')) added.push(line)
  }
  return added
}
