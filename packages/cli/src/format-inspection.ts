import { formatTable } from './format-table.ts'
import type { InspectedFile } from './inspect-file.ts'
import { printable } from './printable.ts'
import type { Colors } from './terminal.ts'

const MAX_PLACES = 4
const MAX_LINES = 10
const MAX_LINE_CODE_POINTS = 100

type Change = InspectedFile['changes'][number]

/** Returns what was found in one file for people: a table, then the lines concerned with the invisible made visible. */
export function formatInspection(file: InspectedFile, text: string, colors: Colors): string[] {
  const groups = groupAlike(file.changes)
  const [head, ...rows] = formatTable([
    ['hidden', 'count', 'kind', 'what', 'where'],
    ...groups.map(formatGroup),
  ])
  return [
    `${colors.bold(printable(file.path))}: ${file.hidden} hidden, ${file.changeCount - file.hidden} in plain sight`,
    colors.dim(`  ${head}`),
    ...rows.map((row, index) => (groups[index]?.[0].hidden ? colors.red(`  ${row}`) : `  ${row}`)),
    ...showLines(file.changes, text, colors),
  ]
}

function groupAlike(changes: readonly Change[]): [Change, ...Change[]][] {
  const groups = new Map<string, [Change, ...Change[]]>()
  for (const change of changes) {
    const key = `${change.hidden} ${change.kind} ${describe(change)}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [change])
    else group.push(change)
  }
  return [...groups.values()].toSorted(([a], [b]) => Number(b.hidden) - Number(a.hidden))
}

function formatGroup(group: readonly [Change, ...Change[]]): string[] {
  const [first] = group
  const count = group.reduce((sum, change) => sum + change.count, 0)
  const places = group.slice(0, MAX_PLACES).map(({ line, column }) => `${line}:${column}`)
  if (group.length > MAX_PLACES) places.push(`and ${group.length - MAX_PLACES} more`)
  return [first.hidden ? 'yes' : 'no', String(count), first.kind, describe(first), places.join(', ')]
}

function describe({ codePoint, name, decoded }: Change): string {
  const what =
    codePoint === null ? name : `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')} ${name}`
  return decoded === undefined ? what : `${what}, saying ${JSON.stringify(printable(decoded))}`
}

function showLines(changes: readonly Change[], text: string, colors: Colors): string[] {
  const columns = new Map<number, number>()
  for (const { hidden, line, column } of changes) {
    if (hidden && !columns.has(line)) columns.set(line, column)
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
