import { isMap, isScalar, isSeq } from 'yaml'

/** Returns what a YAML node is, by type and size and never by its text. */
export function describeNode(node: unknown): string {
  if (isMap(node)) return `a mapping of ${node.items.length}`
  if (isSeq(node)) return `a list of ${node.items.length}`
  const value = isScalar(node) ? node.value : null
  if (value === null || value === undefined) return 'nothing (null)'
  if (typeof value !== 'string') return `a ${typeof value}`
  return value.length === 1 ? 'a string of 1 character' : `a string of ${value.length} characters`
}
