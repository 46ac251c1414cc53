import type { FileHandle } from 'node:fs/promises'
import { hashRange } from '../format/hash-range.ts'
import { parseRow } from '../format/parse-row.ts'
import { MAX_LINE_BYTES, type Rest, readLines } from '../format/read-lines.ts'
import type { AuditRow } from '../format/row.ts'
import { segmentName } from '../format/segment-name.ts'
import type { AuditFaultReason, AuditNote } from './fault.ts'
import type { SegmentPlan } from './plan-segments.ts'

interface Tail {
  readonly plan: SegmentPlan
  readonly chain: string
  /** Bytes of the segment that count; the tail begins there. */
  readonly counted: number
  /** Number of its first line. */
  readonly line: number
  readonly rest: Rest
  readonly signal: AbortSignal | undefined
}

/** Returns what stands in a segment behind the rows that count, or why that cannot be what a writer left. */
export async function checkTail(file: FileHandle, tail: Tail): Promise<AuditNote[] | AuditFaultReason> {
  return tail.plan.end === Number.POSITIVE_INFINITY ? checkOpenTail(tail) : checkClosedTail(file, tail)
}

function checkOpenTail(tail: Tail): AuditNote[] | AuditFaultReason {
  const { bytes, offset } = tail.rest
  // A crash leaves the beginning of a line. A whole row with a wrong last byte is something else.
  if (bytes.length > 0 && typeof parseRow(bytes.subarray(0, -1)) !== 'string') return 'line-end'
  return tornNotes(tail, offset + bytes.length - tail.counted)
}

async function checkClosedTail(file: FileHandle, tail: Tail): Promise<AuditNote[] | AuditFaultReason> {
  const { plan, counted, rest, chain, line, signal } = tail
  if (counted !== plan.end || rest.bytes.length > 0) return 'segment-cut'
  const { size } = await file.stat()
  const torn = plan.close?.torn_bytes ?? 0
  if (size - counted < torn) return 'torn-bytes'
  if (torn > 0 && (await hashRange(file, counted, torn, signal)) !== plan.close?.torn_sha256)
    return 'torn-bytes'
  const notes = tornNotes(tail, torn)
  if (size - counted === torn) return notes
  const rows = await countSlipped(file, { start: counted, chain, signal })
  if (rows === undefined) return 'trailing-bytes'
  const slipped = {
    type: 'slipped',
    chain,
    file: segmentName(chain, plan.segment),
    line,
    rows,
    bytes: size - counted,
  } as const
  return [slipped]
}

function tornNotes({ plan, chain }: Tail, bytes: number): AuditNote[] {
  return bytes > 0 ? [{ type: 'torn', chain, file: segmentName(chain, plan.segment), bytes }] : []
}

/** Returns how many rows follow each other from `start` on, or undefined when anything else stands there. */
async function countSlipped(
  file: FileHandle,
  { start, chain, signal }: { start: number; chain: string; signal: AbortSignal | undefined },
): Promise<number | undefined> {
  let rows = 0
  let last: AuditRow | undefined
  let isWhole = true
  const rest = await readLines(file, { start, signal }, (line) => {
    const row = parseRow(line)
    isWhole =
      typeof row !== 'string' &&
      row.chain === chain &&
      (last === undefined || (row.seq === last.seq + 1 && row.prev === last.hash))
    if (isWhole) {
      rows += 1
      last = row as AuditRow
    }
    return isWhole
  })
  return isWhole && rest.bytes.length < MAX_LINE_BYTES ? rows : undefined
}
