import { type AuditHead, formatRow } from '../format/row.ts'

/** A row before its place in the chain is known. */
export interface PendingRow {
  readonly kind: string
  /** Its RFC 8785 form. */
  readonly payload: string
  readonly ts_ns: string
}

/** UTF-8 takes at most three bytes for a code unit. */
const MAX_BYTES_PER_UNIT = 3

/** Lines of a batch, each chained to the one before, as the bytes to write. */
export class RowBatch {
  head: AuditHead
  #memory: Buffer
  #length = 0

  /** `head` is the row that the batch follows. A batch that fits lies in `memory`: new memory costs more than its rows. */
  constructor(head: AuditHead, memory: Buffer) {
    this.head = head
    this.#memory = memory
  }

  /** Adds a row and returns its place. */
  add({ kind, payload, ts_ns }: PendingRow): AuditHead {
    const { chain, seq, hash: prev } = this.head
    const { hash, line } = formatRow({ chain, seq: seq + 1, ts_ns, kind, prev }, payload)
    this.#reserve(line.length * MAX_BYTES_PER_UNIT)
    this.#length += this.#memory.write(line, this.#length)
    this.head = { chain, seq: seq + 1, hash }
    return this.head
  }

  bytes(): Buffer {
    return this.#memory.subarray(0, this.#length)
  }

  #reserve(length: number): void {
    if (this.#length + length <= this.#memory.length) return
    const larger = Buffer.allocUnsafeSlow(2 * (this.#length + length))
    this.#memory.copy(larger, 0, 0, this.#length)
    this.#memory = larger
  }
}
