import type { SanitizeChange } from '@cordon/sanitize'
import { formatChanges } from './format-changes.ts'
import type { InspectedFile } from './inspect-file.ts'
import { isHidden } from './is-hidden.ts'
import { printable } from './printable.ts'
import type { Colors } from './terminal.ts'

const MAX_LINES = 10
const MAX_LINE_CODE_POINTS = 100

/** Returns what was found in one file for people: a table, then the lines concerned with the invisible made visible. */
export function formatInspection(file: InspectedFile, text: string, colors: Colors): string[] {
  return [
    `${colors.bold(printable(file.path))}: ${file.hidden} hidden, ${file.changeCount - file.hidden} in plain sight`,
    ...formatChanges(file.changes, colors),
    ...showLines(file.changes, text, colors),
  ]
}

function showLines(changes: readonly SanitizeChange[], text: string, colors: Colors): string[] {
  const columns = new Map<number, number>()
  for (const change of changes) {
    if (isHidden(change) && !columns.has(change.line)) columns.set(change.line, change.column)
  }
  const lines = text.split(/\r\n|\r|\n/)
  const shown = [...columns]
    .slice(0, MAX_LINES)
    .map(([line, column]) => `  ${colors.dim(`${line} |`)} ${showAround(lines[line - 1] ?? '', column)}`)
  const rest = columns.size - shown.length
  return rest > 0 ? [...shown, `  and ${rest} more lines`] : shown
}

/** Cuts a long line to what stands around a column. */
function showAround(line: string, column: number): string {
  const codePoints = [...line]
  const start = Math.max(
    0,
    Math.min(column - MAX_LINE_CODE_POINTS / 2, codePoints.length - MAX_LINE_CODE_POINTS),
  )
  const cut = codePoints.slice(start, start + MAX_LINE_CODE_POINTS).join('')
  return `${start > 0 ? '…' : ''}${printable(cut)}${start + MAX_LINE_CODE_POINTS < codePoints.length ? '…' : ''}`
}
