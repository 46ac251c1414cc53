import type { KeyObject } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { SEGMENT_KIND, SIGNATURE_KIND } from '../format/kind.ts'
import { openSegment } from '../format/open-segment.ts'
import { parseRow } from '../format/parse-row.ts'
import { MAX_LINE_BYTES, readLines } from '../format/read-lines.ts'
import { type AuditRow, GENESIS } from '../format/row.ts'
import { segmentName } from '../format/segment-name.ts'
import { parseSegmentStart } from '../format/segment-start.ts'
import { isSignatureOf, keyId } from '../format/signature.ts'
import { checkTail } from './check-tail.ts'
import type { AuditFault, AuditFaultReason, AuditNote } from './fault.ts'
import { planSegments, type SegmentPlan } from './plan-segments.ts'

/** A place in a chain, right behind a row. */
export interface ChainPosition {
  readonly segment: number
  /** Bytes and lines of that segment up to here. */
  readonly bytes: number
  readonly line: number
  readonly seq: number
  readonly hash: string
}

export interface ScanOptions {
  /** Where to go on; everything before was scanned already. */
  readonly from?: ChainPosition | undefined
  readonly publicKey?: KeyObject | undefined
  /** Name of the key that each segment must declare; null: none. @defaultValue that of `publicKey`, or any */
  readonly signer?: string | null
  readonly signal?: AbortSignal | undefined
  /** Called with each row of the chain. */
  readonly onRow?: ((row: AuditRow, file: string, line: number) => void) | undefined
}

export interface ChainScan {
  readonly fault: AuditFault | undefined
  /** The last row of the chain, or undefined when it has none. */
  readonly end: ChainPosition | undefined
  /** Rows that this scan counted. */
  readonly rows: number
  readonly notes: readonly AuditNote[]
}

/** Returns the first fault of a chain, or where it ends: every row in turn, in constant memory. */
export async function scanChain(
  directory: string,
  chain: string,
  segments: readonly number[],
  options: ScanOptions = {},
): Promise<ChainScan> {
  const scan = new Scan(chain, segments, options)
  const { from } = options
  const remaining = from === undefined ? segments : segments.filter((segment) => segment >= from.segment)
  for (const plan of await planSegments(directory, chain, remaining, options.signal)) {
    const file = await openSegment(directory, chain, plan.segment)
    try {
      const fault = await scan.segment(plan, file)
      if (fault !== undefined) return scan.result(fault)
    } finally {
      await file.close()
    }
  }
  return scan.result(undefined)
}

/** What was counted up to a place. */
interface Tally {
  readonly position: ChainPosition | undefined
  readonly rows: number
}

class Scan {
  readonly #chain: string
  readonly #segments: ReadonlySet<number>
  readonly #options: ScanOptions
  readonly #signer: string | null | undefined
  readonly #notes: AuditNote[] = []
  #tally: Tally
  /** The tally behind the last signature; without a key, every row counts by itself. */
  #signed: Tally

  constructor(chain: string, segments: readonly number[], options: ScanOptions) {
    this.#chain = chain
    this.#segments = new Set(segments)
    this.#options = options
    const { publicKey, signer = publicKey && keyId(publicKey) } = options
    this.#signer = signer
    this.#tally = { position: options.from, rows: 0 }
    this.#signed = this.#tally
  }

  result(fault: AuditFault | undefined): ChainScan {
    return { fault, end: this.#tally.position, rows: this.#tally.rows, notes: this.#notes }
  }

  async segment(plan: SegmentPlan, file: FileHandle): Promise<AuditFault | undefined> {
    const { segment, end } = plan
    const { signal } = this.#options
    const start = this.#placeIn(segment).bytes
    let reason: AuditFaultReason | undefined
    const rest = await readLines(file, { start, end, signal }, (line, offset) => {
      reason = this.#row(segment, line, offset)
      return reason === undefined
    })
    if (reason === undefined && rest.bytes.length === MAX_LINE_BYTES) reason = 'row-too-long'
    if (reason !== undefined) return this.#fault(segment, reason)
    if (this.#tally !== this.#signed) {
      // Only the last batch of a writer that died can lack its signature, and only at the end.
      this.#tally = this.#signed
      if (end !== Number.POSITIVE_INFINITY) return this.#fault(segment, 'unsigned')
    }
    const { bytes, line } = this.#placeIn(segment)
    const chain = this.#chain
    const tail = await checkTail(file, { plan, counted: bytes, rest, chain, line: line + 1, signal })
    if (typeof tail === 'string') return this.#fault(segment, tail)
    this.#notes.push(...tail)
    return undefined
  }

  /** Takes a row into the count, or returns why it is bad. */
  #row(segment: number, line: Buffer, offset: number): AuditFaultReason | undefined {
    const row = parseRow(line)
    if (typeof row === 'string') return row
    if (row.chain !== this.#chain) return 'chain'
    const reason =
      (offset === 0 ? this.#startFault(segment, row) : innerFault(row)) ?? this.#linkFault(segment, row)
    if (reason !== undefined) return reason
    const { line: lines } = this.#placeIn(segment)
    const bytes = offset + line.length + 1
    const before = this.#tally
    this.#tally = {
      position: { segment, bytes, line: lines + 1, seq: row.seq, hash: row.hash },
      rows: before.rows + 1,
    }
    this.#options.onRow?.(row, segmentName(this.#chain, segment), lines + 1)
    return this.#signatureFault(row, before)
  }

  #startFault(segment: number, row: AuditRow): AuditFaultReason | undefined {
    const start = parseSegmentStart(row)
    if (start === undefined || start.segment !== segment) return 'segment-row'
    if (this.#signer !== undefined && start.signer !== this.#signer)
      return start.signer === null ? 'unsigned' : 'signature'
    const continued = start.closes.find(({ bytes }) => bytes > 0)
    if ((row.seq === 1) !== (continued === undefined)) return 'segment-row'
    const { position } = this.#tally
    if (position === undefined) return undefined
    if (start.closes.some((close) => !this.#segments.has(close.segment))) return 'segment-missing'
    return continued?.segment === position.segment && continued.bytes === position.bytes
      ? undefined
      : 'segment-row'
  }

  #linkFault(segment: number, row: AuditRow): AuditFaultReason | undefined {
    const { position } = this.#tally
    if (position !== undefined) {
      if (row.seq !== position.seq + 1) return 'seq'
      return row.prev === position.hash ? undefined : 'prev'
    }
    if (row.seq === 1) return row.prev === GENESIS ? undefined : 'prev'
    if (segment === 1) return 'seq'
    this.#notes.push({ type: 'starts-late', chain: this.#chain, seq: row.seq })
    return undefined
  }

  #signatureFault(row: AuditRow, before: Tally): AuditFaultReason | undefined {
    const { publicKey } = this.#options
    if (publicKey !== undefined && row.kind !== SIGNATURE_KIND) return undefined
    if (publicKey !== undefined) {
      const head = { chain: row.chain, seq: row.seq - 1, hash: row.prev }
      if (!isSignatureOf(row.payload, head, publicKey)) {
        this.#tally = before
        return 'signature'
      }
    }
    this.#signed = this.#tally
    return undefined
  }

  #placeIn(segment: number): { bytes: number; line: number } {
    const { position } = this.#tally
    return position?.segment === segment ? position : { bytes: 0, line: 0 }
  }

  #fault(segment: number, reason: AuditFaultReason): AuditFault {
    const { position } = this.#tally
    return {
      file: segmentName(this.#chain, segment),
      line: this.#placeIn(segment).line + 1,
      chain: this.#chain,
      seq: (position?.seq ?? 0) + 1,
      reason,
    }
  }
}

function innerFault(row: AuditRow): AuditFaultReason | undefined {
  return row.kind === SEGMENT_KIND ? 'segment-row' : undefined
}
