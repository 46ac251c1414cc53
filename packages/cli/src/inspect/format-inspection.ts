import { printable, printableLine } from '../terminal/printable.ts'
import type { Colors } from '../terminal/terminal.ts'
import { formatChanges } from './format-changes.ts'
import type { InspectedFile } from './inspect-file.ts'
import type { MarkedChange } from './mark-hidden.ts'

const MAX_LINES = 10
const MAX_LINE_CODE_POINTS = 100

/** Returns what was found in one file for people: what was hidden, its lines with the invisible made visible, the rest. */
export function formatInspection(file: InspectedFile, text: string, colors: Colors): string[] {
  const hidden = file.changes.filter((change) => change.hidden)
  const [head, ...rows] = formatChanges(hidden)
  const rest = formatChanges(file.changes.filter((change) => !change.hidden)).slice(1)
  if (file.crlf > 0) rest.push(`${file.crlf}  line ends are CRLF`)
  const omitted = file.omitted.map(({ kind, count }) => `${count} ${kind}`).join(', ')
  return [
    `${colors.bold(printableLine(file.path))}: ${file.hidden} hidden`,
    ...(head === undefined ? [] : [colors.dim(`  ${head}`)]),
    ...rows.map((row) => colors.red(`  ${row}`)),
    ...showLines(hidden, text, colors),
    ...(rest.length > 0 ? ['  in plain sight', ...rest.map((row) => `  ${row}`)] : []),
    ...(omitted === '' ? [] : [`  not listed: ${omitted}`]),
  ]
}

function showLines(hidden: readonly MarkedChange[], text: string, colors: Colors): string[] {
  const columns = new Map<number, number>()
  for (const { line, column } of hidden) {
    if (!columns.has(line)) columns.set(line, column)
  }
  const lines = splitLines(text)
  const shown = [...columns]
    .slice(0, MAX_LINES)
    .map(([line, column]) => `  ${colors.dim(`${line} |`)} ${showAround(lines[line - 1] ?? '', column)}`)
  const rest = columns.size - shown.length
  return rest > 0 ? [...shown, `  and ${rest} more lines`] : shown
}

/** Lines as an editor counts them, without their ends, save a lone CR, which stays to be shown. */
function splitLines(text: string): string[] {
  return text.split(/\r?\n|(?<=\r)(?!\n)/)
}

/** Cuts a long line to what stands around a column. */
function showAround(line: string, column: number): string {
  const codePoints = [...line]
  const start = Math.max(
    0,
    Math.min(column - MAX_LINE_CODE_POINTS / 2, codePoints.length - MAX_LINE_CODE_POINTS),
  )
  const cut = codePoints.slice(start, start + MAX_LINE_CODE_POINTS).join('')
  const isCutShort = start + MAX_LINE_CODE_POINTS < codePoints.length
  return `${start > 0 ? '…' : ''}${printable(cut)}${isCutShort ? '…' : ''}`
}
