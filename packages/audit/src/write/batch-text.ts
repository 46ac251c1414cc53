import { type AuditHead, formatRow } from '../format/row.ts'

/** A row before its place in the chain is known. */
export interface PendingRow {
  readonly kind: string
  /** Its RFC 8785 form. */
  readonly payload: string
  readonly ts_ns: string
}

/** Lines of a batch, each chained to the one before. */
export class BatchText {
  lines = ''
  head: AuditHead

  /** `head` is the row that the batch follows. */
  constructor(head: AuditHead) {
    this.head = head
  }

  /** Adds a row and returns its place. */
  add({ kind, payload, ts_ns }: PendingRow): AuditHead {
    const { chain, seq, hash: prev } = this.head
    const { hash, line } = formatRow({ chain, seq: seq + 1, ts_ns, kind, prev }, payload)
    this.lines += line
    this.head = { chain, seq: seq + 1, hash }
    return this.head
  }
}
