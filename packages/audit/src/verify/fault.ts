import type { RowFault } from '../format/parse-row.ts'

/** Why a row is the first bad one. */
export type AuditFaultReason =
  | RowFault
  /** A line is longer than any row can be. */
  | 'row-too-long'
  /** A whole row ends in another byte than LF. */
  | 'line-end'
  /** The row belongs to another chain than the file. */
  | 'chain'
  /** The number of the row is not the next one: rows are missing, doubled or in another order. */
  | 'seq'
  /** `prev` is not the hash of the row before. */
  | 'prev'
  /** A segment does not begin with its own `chain.segment` row, or such a row stands elsewhere. */
  | 'segment-row'
  /** A segment that the row names as the one before is not in the directory. */
  | 'segment-missing'
  /** The segment does not hold the rows that its successor goes on from. */
  | 'segment-cut'
  /** The bytes that a crash left are not those which the successor found. */
  | 'torn-bytes'
  /** Behind what the successor goes on from stands something that no writer leaves. */
  | 'trailing-bytes'
  /** A signature does not fit the key, or the segment was signed with another one. */
  | 'signature'
  /** Rows that no signature of their segment covers. */
  | 'unsigned'
  /** The chain ends before an anchor. */
  | 'anchor-missing'
  /** The row that an anchor names has another hash: the chain was rewritten. */
  | 'anchor-mismatch'
  /** The row that an anchor names lies before the first segment of the directory. */
  | 'anchor-moved'
  /** The chain ends before a head that another chain recorded. */
  | 'peer-missing'
  /** A row has another hash than the one that another chain recorded. */
  | 'peer-mismatch'

/** The first bad row of a chain. */
export interface AuditFault {
  /** Name of the segment. */
  readonly file: string
  /** Line in that file, from 1. */
  readonly line: number
  readonly chain: string
  /** The number that the row at this place must have. */
  readonly seq: number
  readonly reason: AuditFaultReason
}

/** What a verifier should know about a log that is in order. None of the bytes named here count as rows. */
export type AuditNote =
  /** The rows before `seq` are not in the directory: moved away, or deleted. An anchor at the row before `seq` tells which; with it there is no note. */
  | { readonly type: 'starts-late'; readonly chain: string; readonly seq: number }
  /** Half a row, or rows without their signature, which a crash left; nobody was told that they were written. */
  | { readonly type: 'torn'; readonly chain: string; readonly file: string; readonly bytes: number }
  /** Rows that a writer added after another had taken over; nobody was told that they were written. */
  | {
      readonly type: 'slipped'
      readonly chain: string
      readonly file: string
      readonly line: number
      readonly rows: number
      readonly bytes: number
    }
