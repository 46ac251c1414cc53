import type { SanitizeChange } from '@cordon/sanitize'
import { formatTable } from '../terminal/format-table.ts'
import { printableLine } from '../terminal/printable.ts'

const MAX_PLACES = 4

type Group = readonly [SanitizeChange, ...SanitizeChange[]]

/** Returns a table of changes for people, its head first, one row for all that read alike; empty without changes. */
export function formatChanges(changes: readonly SanitizeChange[]): string[] {
  if (changes.length === 0) return []
  return formatTable([['count', 'kind', 'what', 'where'], ...groupAlike(changes).map(formatGroup)])
}

function groupAlike(changes: readonly SanitizeChange[]): Group[] {
  const groups = new Map<string, [SanitizeChange, ...SanitizeChange[]]>()
  for (const change of changes) {
    const key = `${change.kind} ${describe(change)}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [change])
    else group.push(change)
  }
  return [...groups.values()]
}

function formatGroup(group: Group): string[] {
  const [first] = group
  const count = group.reduce((sum, change) => sum + change.count, 0)
  const places = group.slice(0, MAX_PLACES).map(({ line, column }) => `${line}:${column}`)
  if (group.length > MAX_PLACES) places.push(`and ${group.length - MAX_PLACES} more`)
  return [String(count), first.kind, describe(first), places.join(', ')]
}

function describe({ codePoint, name, decoded }: SanitizeChange): string {
  const what =
    codePoint === null ? name : `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')} ${name}`
  return decoded === undefined ? what : `${what}, saying ${JSON.stringify(printableLine(decoded))}`
}
