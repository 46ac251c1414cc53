import { isAlias, isScalar, type Node, type YAMLMap } from 'yaml'
import { collectFault } from '../contract/collect-fault.ts'
import type { PersonaError, PersonaSchemaReason } from '../contract/errors.ts'
import { type FaultPlace, schemaFault } from '../contract/schema-fault.ts'
import { describeNode } from './describe-node.ts'
import { FORBIDDEN_KEY, HINT_KEYS } from './frontmatter-keys.ts'
import { suggestKey } from './suggest-key.ts'

/** Keys with a fault that are told of one file: thousands of them take seconds, and help nobody. */
const MAX_FAULTS = 50

/** The file that nodes are read from. */
export interface NodeSource {
  readonly path: string
  /** Returns the line in the file of an offset in the frontmatter. */
  readonly lineAt: (offset: number) => number
  /** What is wrong with it, so far. */
  readonly faults: PersonaError[]
}

/** A value of the frontmatter and where it stands. */
export interface Field {
  readonly source: NodeSource
  /** As messages name it, e.g. `llm_hints.temperature`. */
  readonly name: string
  /** Where its key, or its entry in a list, begins in the frontmatter. */
  readonly offset: number | undefined
  readonly node: unknown
}

/** Fields by key; undefined for one that is there with a fault. */
export type Fields = ReadonlyMap<string, Field | undefined>

/** Returns the mapping's fields; every key that is not plain, known and single is a fault of the source. */
export function readFields(source: NodeSource, map: YAMLMap, known: readonly string[], prefix = ''): Fields {
  const fields = new Map<string, Field | undefined>()
  const whole = { source, name: prefix.slice(0, -1), offset: offsetOf(map), node: map }
  collectFault(source.faults, () => refuseMarks(whole))
  for (const { key, value } of map.items) {
    // Nor is a field missing that stands behind here.
    if (source.faults.length >= MAX_FAULTS) return new Map(known.map((name) => [name, fields.get(name)]))
    const offset = offsetOf(key ?? value)
    collectFault(source.faults, () => {
      const name = readKey(source, key, offset)
      // It has a fault of its own.
      if (prefix === '' && name === FORBIDDEN_KEY) return
      if (!known.includes(name)) throw unknownKey(source, name, known, lineAt(source, offset))
      const field = { source, name: `${prefix}${name}`, offset, node: value }
      const isFirst = !fields.has(name)
      if (isFirst) fields.set(name, undefined)
      refuseMarks({ ...field, node: key })
      if (!isFirst) throw fieldFault(field, 'duplicate_key', 'a second time', 'it once')
      refuseMarks(field)
      fields.set(name, field)
    })
  }
  return fields
}

function readKey(source: NodeSource, key: unknown, offset: number | undefined): string {
  if (isScalar(key) && typeof key.value === 'string') return key.value
  const found = `found ${describeNode(key)} as a key; write a name`
  throw schemaFault(source.path, 'key_not_string', { line: lineAt(source, offset) }, found)
}

/** Refuses anchors, aliases and tags: what is written is what is meant. */
export function refuseMarks(field: Field): void {
  const marks = field.node as (Partial<Node> & { readonly anchor?: string }) | null | undefined
  if (isAlias(field.node) || marks?.anchor !== undefined) {
    throw fieldFault(field, 'alias_not_allowed', 'an anchor or an alias', 'the value out')
  }
  if (marks?.tag !== undefined)
    throw fieldFault(field, 'tag_not_allowed', 'a YAML tag', 'the value without it')
}

/** Returns the fault of a field: `found …; write …`, with type or size and never with its text. */
export function fieldFault(
  { source, name, offset }: Field,
  reason: PersonaSchemaReason,
  found: string,
  write: string,
): PersonaError {
  const place: FaultPlace = { line: lineAt(source, offset), field: name === '' ? undefined : name }
  return schemaFault(source.path, reason, place, `found ${found}; write ${write}`)
}

/** Returns where a node begins in the frontmatter, if the parser says so. */
export function offsetOf(node: unknown): number | undefined {
  return (node as Partial<Node> | null | undefined)?.range?.[0]
}

/** Returns the line in the file; that of the first key for what stands nowhere. */
export function lineAt(source: NodeSource, offset: number | undefined): number {
  return offset === undefined ? 2 : source.lineAt(offset)
}

function unknownKey(source: NodeSource, key: string, known: readonly string[], line: number): PersonaError {
  const quoted = /^[\x21-\x7e]{1,64}$/.test(key) ? `"${key}"` : `of ${key.length} characters`
  const text = `found the unknown key ${quoted}; ${adviceFor(key, known)}`
  return schemaFault(source.path, 'unknown_key', { line }, text)
}

function adviceFor(key: string, known: readonly string[]): string {
  const near = suggestKey(key, [...known, FORBIDDEN_KEY])
  if (near === FORBIDDEN_KEY) return 'remove it and write the prompt below the closing fence'
  if (near !== undefined) return `did you mean ${near}?`
  const hint = known.includes('llm_hints') ? suggestKey(key, HINT_KEYS) : undefined
  return hint === undefined ? `known are ${known.join(', ')}` : `did you mean ${hint}, below llm_hints?`
}
