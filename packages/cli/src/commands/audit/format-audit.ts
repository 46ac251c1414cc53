import type {
  AuditFault,
  AuditFaultReason,
  AuditHead,
  AuditNote,
  AuditRow,
  AuditVerification,
} from '@cordon/audit'
import { counted } from '../../terminal/counted.ts'
import { formatTable } from '../../terminal/format-table.ts'
import { printable, printableLine } from '../../terminal/printable.ts'
import type { Colors } from '../../terminal/terminal.ts'

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

/** Returns whether a log is in order: its heads and what a verifier should know, or where it is broken and why. */
export function formatVerification(verification: AuditVerification, colors: Colors): string {
  if (verification.status === 'broken') return `${colors.red('broken')}: ${formatFault(verification)}\n`
  const { rows, heads, notes } = verification
  return [
    `${colors.green('in order')}: ${counted(rows, 'row')} in ${counted(heads.length, 'chain')}\n`,
    formatAuditHeads(heads),
    ...notes.map((note) => `note: ${formatNote(note)}\n`),
  ].join('')
}

function formatFault({ file, line, chain, seq, reason }: AuditFault): string {
  return `${printableLine(file)}:${line}: ${REASONS[reason]} (chain ${printableLine(chain)}, row ${seq}, ${reason})`
}

function formatNote(note: AuditNote): string {
  if (note.type === 'starts-late') {
    return `chain ${note.chain} begins with row ${note.seq}: the rows before were moved away; an anchor at row ${note.seq - 1} would tell`
  }
  if (note.type === 'torn') return `${note.file}: ${note.bytes} bytes that a crash left; they do not count`
  return `${note.file}:${note.line}: ${note.rows} rows by a writer that had been taken over from; they do not count`
}

/** Returns a line for each head. */
export function formatAuditHeads(heads: readonly AuditHead[]): string {
  return formatLines(heads.map(({ chain, seq, hash }) => [chain, String(seq), hash].map(printableLine)))
}

/** Returns a line for each row: time, chain, number, kind, payload. */
export function formatAuditRows(rows: readonly AuditRow[]): string {
  return formatLines(
    rows.map(({ ts_ns, chain, seq, kind, payload }) => [
      formatTime(ts_ns),
      chain,
      String(seq),
      kind,
      printable(JSON.stringify(payload)),
    ]),
  )
}

function formatLines(rows: readonly (readonly string[])[]): string {
  return formatTable(rows)
    .map((line) => `${line}\n`)
    .join('')
}

/** A time that no calendar holds is left as it stands. */
function formatTime(tsNs: string): string {
  const date = new Date(Number(BigInt(tsNs) / 1_000_000n))
  return Number.isNaN(date.getTime()) ? tsNs : date.toISOString()
}
