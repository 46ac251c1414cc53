import { hash } from 'node:crypto'

/** One row of a chain, as it stands in a segment. */
export interface AuditRow {
  /** Version of the row format. */
  readonly v: 1
  readonly chain: string
  /** Position in the chain; the first row has 1. */
  readonly seq: number
  /** Unix time in nanoseconds, in decimal. */
  readonly ts_ns: string
  readonly kind: string
  readonly payload: unknown
  /** Hash of the row before, or 64 zeros. */
  readonly prev: string
  /** SHA-256 over the RFC 8785 form of the row without this member, in lower-case hex. */
  readonly hash: string
}

/** A point in a chain that can be kept elsewhere: whoever has it can tell whether the rows up to it were changed. */
export interface AuditHead {
  readonly chain: string
  readonly seq: number
  readonly hash: string
}

/** `prev` of the first row of a chain. */
export const GENESIS: string = '0'.repeat(64)

/**
 * Returns the hash of a row and its line, LF included.
 *
 * The names of the members stand in the order of RFC 8785 §3.2.3 (chain, hash, kind, payload, prev, seq, ts_ns, v),
 * and no value but the payload needs an escape. So the line is the hashed text with one member put in.
 */
export function formatRow(
  row: Omit<AuditRow, 'v' | 'hash' | 'payload'>,
  payload: string,
): { hash: string; line: string } {
  const start = `{"chain":"${row.chain}",`
  const rest = `"kind":"${row.kind}","payload":${payload},"prev":"${row.prev}","seq":${row.seq},"ts_ns":"${row.ts_ns}","v":1}`
  const digest = hash('sha256', start + rest)
  return { hash: digest, line: `${start}"hash":"${digest}",${rest}\n` }
}
