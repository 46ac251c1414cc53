import type { AuditFault, AuditFaultReason, AuditHead, AuditNote, AuditRow } from '@cordon/audit'
import { printable, printableLine } from '../terminal/printable.ts'

const REASONS: Readonly<Record<AuditFaultReason, string>> = {
  'not-canonical': 'the line is not a row in its canonical form',
  'row-shape': 'a member of the row is missing, unknown or of the wrong kind',
  hash: 'the row was changed: its hash does not fit',
  'row-too-long': 'the line is longer than any row',
  'line-end': 'the row does not end in a line feed',
  chain: 'the row belongs to another chain',
  seq: 'rows are missing, doubled or in another order',
  prev: 'the row does not follow the one before',
  'segment-row': 'the segment does not begin with its own first row',
  'segment-missing': 'the segment before this one is missing',
  'segment-cut': 'the segment does not hold the rows that the next one goes on from',
  'torn-bytes': 'the bytes that a crash left were changed',
  'trailing-bytes': 'something stands behind the last row that no writer leaves there',
  signature: 'the signature does not fit the key',
  unsigned: 'no signature covers the row',
  'anchor-missing': 'the chain ends before the anchor: rows were cut off',
  'anchor-mismatch': 'the anchor names another hash for this row: the chain was rewritten',
  'anchor-moved': 'the row that the anchor names lies before the first segment here',
  'peer-missing': 'the chain ends before a row that another chain recorded: rows were cut off',
  'peer-mismatch': 'another chain recorded another hash for this row: the chain was rewritten',
}

/** Returns where a log is broken and why, in one line. */
export function formatAuditFault({ file, line, chain, seq, reason }: AuditFault): string {
  return `${printableLine(file)}:${line}: ${REASONS[reason]} (chain ${printableLine(chain)}, row ${seq}, ${reason})`
}

/** Returns what a verifier should know about a log in order, in one line. */
export function formatAuditNote(note: AuditNote): string {
  if (note.type === 'starts-late') {
    return `chain ${note.chain} begins with row ${note.seq}: the rows before were moved away; an anchor at row ${note.seq - 1} would tell`
  }
  if (note.type === 'torn') return `${note.file}: ${note.bytes} bytes that a crash left; they do not count`
  return `${note.file}:${note.line}: ${note.rows} rows by a writer that had been taken over from; they do not count`
}

/** Returns the cells of a head. */
export function formatAuditHead({ chain, seq, hash }: AuditHead): string[] {
  return [chain, String(seq), hash].map(printableLine)
}

/** Returns the cells of a row: time, chain, number, kind, payload. */
export function formatAuditRow({ ts_ns, chain, seq, kind, payload }: AuditRow): string[] {
  return [formatTime(ts_ns), chain, String(seq), kind, printable(JSON.stringify(payload))]
}

/** A time that no calendar holds is left as it stands. */
function formatTime(tsNs: string): string {
  const date = new Date(Number(BigInt(tsNs) / 1_000_000n))
  return Number.isNaN(date.getTime()) ? tsNs : date.toISOString()
}
