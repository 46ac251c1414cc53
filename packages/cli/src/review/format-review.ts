import type { MagiReport } from '@cordon/orchestrator'
import { formatChanges } from '../inspect/format-changes.ts'
import { formatTable } from '../terminal/format-table.ts'
import { printableLine } from '../terminal/printable.ts'
import type { Colors } from '../terminal/terminal.ts'
import type { DirectoryReview } from './review-files.ts'

/** Returns one report for people: the council's text, what the reviewers did not get to see, and who they were. */
export function formatReview(report: MagiReport, colors: Colors): string {
  const boundary = formatBoundary(report.boundary)
  return [
    formatOutcome(report, colors),
    ...(boundary.length > 0 ? ['', '## Neutralized Before Review', ...boundary] : []),
    '',
    formatModels(report),
    '',
  ].join('\n')
}

/** Returns the council's own text, the verdicts in its banner coloured. */
export function formatOutcome({ report, banner }: MagiReport, colors: Colors): string {
  return report.replace(banner, () => paintVerdicts(banner, colors)).trimEnd()
}

/** Returns the reports on a directory for people, the outcome first. */
export function formatDirectoryReview(review: DirectoryReview, colors: Colors): string {
  const { files, skipped, failed } = review
  const short = files.filter(({ report }) => report.degraded).map(({ path }) => printableLine(path))
  const rows = files.map(({ path, report: { consensus } }) => [
    consensus.consensus_verdict,
    consensus.confidence.toFixed(2),
    printableLine(path),
  ])
  return [
    ...(short.length > 0 ? [`DEGRADED: judged without one of the three seats: ${short.join(', ')}`, ''] : []),
    `${printableLine(review.path)}: ${paintVerdicts(review.consensus_verdict, colors)}, ${files.length} reviewed, ` +
      `${skipped.length} skipped, ${failed.length} failed`,
    '',
    ...formatTable(rows).map((row) => row.replace(/^\S+/, (verdict) => paintVerdicts(verdict, colors))),
    ...skipped.map(({ path, reason }) => `skipped: ${printableLine(path)} (${reason})`),
    ...failed.map(({ path, reason }) => `failed: ${printableLine(path)} (${reason})`),
    ...files.flatMap(({ path, report }) => [
      '',
      colors.bold(`=== ${printableLine(path)}`),
      formatReview(report, colors).trimEnd(),
    ]),
    '',
  ].join('\n')
}

/** Returns a table of what was found in the raw input; empty when nothing was. */
export function formatBoundary({ changes, added_lines }: MagiReport['boundary']): string[] {
  const table = formatChanges(
    changes.map(({ code_point, ...change }) => ({ ...change, codePoint: code_point })),
  )
  if (added_lines.length === 0) return table
  return [...table, `The reviewers count ${added_lines.length} more lines than an editor does.`]
}

function formatModels({ models, usage }: MagiReport): string {
  const names = Object.values(models).map(({ provider, model }) =>
    provider === model ? model : `${provider} ${model}`,
  )
  const tokens = Object.values(usage).reduce(
    (sum, seat) => sum + (seat.input_tokens ?? 0) + (seat.output_tokens ?? 0),
    0,
  )
  const reviewed = `Reviewed by ${[...new Set(names)].map(printableLine).join(', ')}`
  return tokens === 0 ? reviewed : `${reviewed}, ${tokens} tokens`
}

function paintVerdicts(text: string, colors: Colors): string {
  return text.replace(/\b(?:approve|conditional|reject)\b/gi, (verdict) => {
    if (/approve/i.test(verdict)) return colors.green(verdict)
    return /reject/i.test(verdict) ? colors.red(verdict) : colors.yellow(verdict)
  })
}
