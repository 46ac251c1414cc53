import { hash, type KeyObject } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AuditError, toAuditError } from '../contract/errors.ts'
import type { AuditEvent } from '../contract/events.ts'
import { assertKind, SEGMENT_KIND, SIGNATURE_KIND } from '../format/kind.ts'
import type { AuditHead } from '../format/row.ts'
import type { SegmentClose } from '../format/segment-start.ts'
import { serializePayload } from '../format/serialize-payload.ts'
import { keyId, signHead } from '../format/signature.ts'
import { timeNs } from '../format/time-ns.ts'
import { readPeers } from '../verify/read-peers.ts'
import { type PendingRow, RowBatch } from './row-batch.ts'
import { SegmentFile, superseded } from './segment-file.ts'
import { takeBatch } from './take-batch.ts'

export interface WriterOptions {
  readonly directory: string
  readonly chain: string
  readonly maxSegmentBytes: number
  readonly maxSegmentAgeMs: number
  readonly privateKey: KeyObject | undefined
  readonly now: () => number
  readonly onEvent: ((event: AuditEvent) => void) | undefined
}

interface Waiting extends PendingRow {
  readonly resolve: (receipt: AuditHead) => void
  readonly reject: (error: AuditError) => void
}

/** Room for a few hundred rows. */
const BATCH_BYTES = 256 * 1024

/** Appends to one chain: one write in flight, and everything that waits goes into the next. */
export class ChainWriter {
  readonly #options: WriterOptions
  readonly #signer: string | null
  #segment: SegmentFile
  #segmentOpenedAtMs: number
  /** When the latest row was handed over. The log's own rows take it, too: a clock that fails later stops nothing. */
  #nowMs: number
  #head: AuditHead
  #queue: Waiting[] = []
  /** Belongs to the write in flight. */
  readonly #memory = Buffer.allocUnsafeSlow(BATCH_BYTES)
  #draining: Promise<void> | undefined
  /** Why nothing is taken any more. */
  #refusal: AuditError | undefined
  #closed: Promise<void> | undefined

  /** `head` is the row to go on from; `segment` is new and empty. */
  constructor(options: WriterOptions, segment: SegmentFile, head: AuditHead) {
    this.#options = options
    this.#signer = options.privateKey === undefined ? null : keyId(options.privateKey)
    this.#segment = segment
    this.#nowMs = options.now()
    this.#segmentOpenedAtMs = this.#nowMs
    this.#head = head
  }

  /** Resolves when the first row of the segment is on disk. */
  async begin(closes: readonly SegmentClose[]): Promise<void> {
    const start = await this.#startRow(closes)
    await this.#commit([], start)
    this.#tellOpened(closes)
  }

  append(kind: string, payload: unknown): Promise<AuditHead> {
    return new Promise((resolve, reject) => {
      if (this.#refusal !== undefined) throw this.#refusal
      assertKind(kind)
      const text = serializePayload(payload)
      const nowMs = this.#options.now()
      this.#queue.push({ kind, payload: text, ts_ns: timeNs(nowMs), resolve, reject })
      this.#nowMs = nowMs
      this.#draining ??= this.#drain()
    })
  }

  head(): AuditHead {
    return this.#head
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #close(): Promise<void> {
    this.#refusal ??= new AuditError('ERR_AUDIT_CLOSED', 'the log was closed')
    await this.#draining
    await this.#segment.close()
  }

  async #drain(): Promise<void> {
    for (let isFirst = true; this.#queue.length > 0; isFirst = false) {
      // What the rest of this turn appends still joins the batch; and the process's other work gets its turn.
      await nextTurn()
      const batch = takeBatch(this.#queue)
      try {
        // A later batch follows the look that ended the one before.
        if (isFirst) this.#segment.assertOwned()
        await this.#write(batch)
      } catch (error) {
        this.#stop(toAuditError(error, 'ERR_AUDIT_WRITE', 'a batch of rows could not be written'), batch)
      }
    }
    this.#draining = undefined
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const { maxSegmentBytes, maxSegmentAgeMs } = this.#options
    if (this.#segment.bytes < maxSegmentBytes && this.#nowMs - this.#segmentOpenedAtMs < maxSegmentAgeMs) {
      return this.#commit(batch)
    }
    const closes = await this.#rotate()
    await this.#commit(batch, await this.#startRow(closes))
    this.#tellOpened(closes)
  }

  async #rotate(): Promise<SegmentClose[]> {
    const { directory, chain } = this.#options
    const { segment, bytes } = this.#segment
    const next = await SegmentFile.create(directory, chain, segment + 1)
    if (next === undefined) throw superseded()
    const last = this.#segment
    this.#segment = next
    this.#segmentOpenedAtMs = this.#nowMs
    await last.close()
    return [{ segment, bytes, torn_bytes: 0, torn_sha256: EMPTY_SHA256 }]
  }

  async #startRow(closes: readonly SegmentClose[]): Promise<PendingRow> {
    const { directory, chain } = this.#options
    const peers = await readPeers(directory, chain)
    return this.#ownRow(SEGMENT_KIND, { segment: this.#segment.segment, closes, peers, signer: this.#signer })
  }

  #ownRow(kind: string, payload: unknown): PendingRow {
    return { kind, payload: serializePayload(payload), ts_ns: timeNs(this.#nowMs) }
  }

  /** Chains, writes and syncs a batch, and only then tells anyone. */
  async #commit(batch: readonly Waiting[], start?: PendingRow): Promise<void> {
    const { privateKey } = this.#options
    const rows = new RowBatch(this.#head, this.#memory)
    if (start !== undefined) rows.add(start)
    const receipts = batch.map((row) => rows.add(row))
    if (privateKey !== undefined) {
      rows.add(this.#ownRow(SIGNATURE_KIND, { signature: signHead(rows.head, privateKey) }))
    }
    const bytes = rows.bytes()
    const startedAt = performance.now()
    await this.#segment.append(bytes)
    this.#segment.assertOwned()
    this.#head = rows.head
    for (const [index, { resolve }] of batch.entries()) resolve(receipts[index] as AuditHead)
    const durationMs = performance.now() - startedAt
    this.#tell({
      type: 'batch-sync',
      chain: this.#options.chain,
      rows: batch.length,
      bytes: bytes.length,
      durationMs,
    })
  }

  #stop(error: AuditError, batch: readonly Waiting[]): void {
    this.#refusal = error
    const waiting = [...batch, ...this.#queue]
    this.#queue = []
    for (const { reject } of waiting) reject(error)
    this.#tell({ type: 'log-stop', chain: this.#options.chain, error })
  }

  #tellOpened(closes: readonly SegmentClose[]): void {
    const { chain } = this.#options
    const tornBytes = closes.reduce((sum, { torn_bytes }) => sum + torn_bytes, 0)
    this.#tell({ type: 'segment-open', chain, segment: this.#segment.segment, tornBytes })
  }

  #tell(event: AuditEvent): void {
    // A listener has no say in what is logged: the executor turns what it throws into a rejection, heard by nobody.
    void new Promise((resolve) => resolve(this.#options.onEvent?.(event))).catch(() => {})
  }
}

const EMPTY_SHA256 = hash('sha256', '')
