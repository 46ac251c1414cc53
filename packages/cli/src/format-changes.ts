import type { SanitizeChange } from '@cordon/sanitize'
import { formatTable } from './format-table.ts'
import { isHidden } from './is-hidden.ts'
import { printable } from './printable.ts'
import type { Colors } from './terminal.ts'

const MAX_PLACES = 4

type Group = readonly [SanitizeChange, ...SanitizeChange[]]

/** Returns a table of changes for people, one row for all that read alike, what was hidden first; empty without changes. */
export function formatChanges(changes: readonly SanitizeChange[], colors: Colors): string[] {
  if (changes.length === 0) return []
  const groups = groupAlike(changes)
  const [head, ...rows] = formatTable([
    ['hidden', 'count', 'kind', 'what', 'where'],
    ...groups.map(formatGroup),
  ])
  return [
    colors.dim(`  ${head}`),
    ...groups.map(([first], index) =>
      isHidden(first) ? colors.red(`  ${rows[index]}`) : `  ${rows[index]}`,
    ),
  ]
}

function groupAlike(changes: readonly SanitizeChange[]): Group[] {
  const groups = new Map<string, [SanitizeChange, ...SanitizeChange[]]>()
  for (const change of changes) {
    const key = `${isHidden(change)} ${change.kind} ${describe(change)}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [change])
    else group.push(change)
  }
  return [...groups.values()].toSorted(([a], [b]) => Number(isHidden(b)) - Number(isHidden(a)))
}

function formatGroup(group: Group): string[] {
  const [first] = group
  const count = group.reduce((sum, change) => sum + change.count, 0)
  const places = group.slice(0, MAX_PLACES).map(({ line, column }) => `${line}:${column}`)
  if (group.length > MAX_PLACES) places.push(`and ${group.length - MAX_PLACES} more`)
  return [isHidden(first) ? 'yes' : 'no', String(count), first.kind, describe(first), places.join(', ')]
}

function describe({ codePoint, name, decoded }: SanitizeChange): string {
  const what =
    codePoint === null ? name : `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')} ${name}`
  return decoded === undefined ? what : `${what}, saying ${JSON.stringify(printable(decoded))}`
}
