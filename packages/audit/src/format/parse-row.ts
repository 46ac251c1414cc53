import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { KIND_PATTERN } from './kind.ts'
import type { AuditRow } from './row.ts'
import { CHAIN_PATTERN } from './segment-name.ts'

/** What can be wrong with a line that is looked at alone. */
export type RowFault =
  /** Not UTF-8, not JSON, or not the RFC 8785 form of what it says (so: duplicate keys, blanks, key order). */
  | 'not-canonical'
  /** A member of the row is missing, unknown or of the wrong kind. */
  | 'row-shape'
  /** The hash is not that of the row. */
  | 'hash'

const MEMBERS = 'chain,hash,kind,payload,prev,seq,ts_ns,v'
export const HASH_PATTERN: RegExp = /^[0-9a-f]{64}$/
const TIME_PATTERN = /^(0|[1-9]\d{0,19})$/

/** Length of `"hash":"…",` in bytes. */
const HASH_MEMBER_BYTES = 74

/** Returns the row that a line (without its LF) holds, or what is wrong with it. */
export function parseRow(line: Buffer): AuditRow | RowFault {
  const row = parseCanonical(line)
  if (row === undefined) return 'not-canonical'
  if (!isRow(row)) return 'row-shape'
  // Over the bytes, not the decoded text; the line is canonical, so the member stands right after `chain`.
  const start = '{"chain":"",'.length + row.chain.length
  const hashed = Buffer.allocUnsafe(line.length - HASH_MEMBER_BYTES)
  line.copy(hashed, 0, 0, start)
  line.copy(hashed, start, start + HASH_MEMBER_BYTES)
  return hash('sha256', hashed) === row.hash ? row : 'hash'
}

function parseCanonical(line: Buffer): unknown {
  if (!isUtf8(line)) return undefined
  const text = line.toString()
  let value: unknown
  try {
    value = JSON.parse(text)
    return isCanonical(value, text) ? value : undefined
  } catch {
    // Whatever the parser objects to (or a nesting that no stack holds), the line is not a row.
    return undefined
  }
}

/** `JSON.stringify` gives the canonical form of a value whose keys are in order, and it is twice as fast. */
function isCanonical(value: unknown, text: string): boolean {
  if (JSON.stringify(value) === text && isSortedAndWellFormed(value)) return true
  return canonicalize(value) === text
}

function isSortedAndWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isSortedAndWellFormed)
  let last: string | undefined
  for (const [key, item] of Object.entries(value)) {
    if (last !== undefined && last > key) return false
    if (!key.isWellFormed() || !isSortedAndWellFormed(item)) return false
    last = key
  }
  return true
}

function isRow(value: unknown): value is AuditRow {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== MEMBERS) return false
  const row = value as Record<keyof AuditRow, unknown>
  return (
    row.v === 1 &&
    matches(row.chain, CHAIN_PATTERN) &&
    Number.isSafeInteger(row.seq) &&
    (row.seq as number) > 0 &&
    matches(row.ts_ns, TIME_PATTERN) &&
    matches(row.kind, KIND_PATTERN) &&
    matches(row.prev, HASH_PATTERN) &&
    matches(row.hash, HASH_PATTERN)
  )
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value)
}
