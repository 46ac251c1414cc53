import { SEGMENT_KIND } from './kind.ts'
import { openSegment } from './open-segment.ts'
import { HASH_PATTERN, parseRow } from './parse-row.ts'
import { readLines } from './read-lines.ts'
import type { AuditHead, AuditRow } from './row.ts'
import { CHAIN_PATTERN } from './segment-name.ts'

/** Payload of the first row of a segment. */
export interface SegmentStart {
  readonly segment: number
  /** The segments before, back to the last one that holds rows of the chain; those that hold no byte are left out. */
  readonly closes: readonly SegmentClose[]
  /** Where the other chains of the directory stood. */
  readonly peers: readonly AuditHead[]
  /** SHA-256 of the key that signs this segment (DER, SubjectPublicKeyInfo), or null. */
  readonly signer: string | null
}

/** What a segment was found to hold when the chain went on in another one. */
export interface SegmentClose {
  readonly segment: number
  /** Length of its rows that belong to the chain. */
  readonly bytes: number
  /** Length of what follows them: half a row that a crash left, say. */
  readonly torn_bytes: number
  /** SHA-256 of those bytes. */
  readonly torn_sha256: string
}

/** Returns what the first row of a segment says, or undefined when the row is not such a one. */
export function parseSegmentStart(row: AuditRow): SegmentStart | undefined {
  if (row.kind !== SEGMENT_KIND) return undefined
  const { segment, closes, peers, signer } = (row.payload ?? {}) as Record<keyof SegmentStart, unknown>
  const isShaped =
    isCount(segment) &&
    (signer === null || typeof signer === 'string') &&
    Array.isArray(closes) &&
    closes.every(isClose) &&
    Array.isArray(peers) &&
    peers.every(isRecordedHead)
  return isShaped ? { segment, closes, peers, signer } : undefined
}

/** Returns what the first row of a segment on disk says, or undefined when it has no whole first row. */
export async function readSegmentStart(
  directory: string,
  chain: string,
  segment: number,
  signal?: AbortSignal,
): Promise<SegmentStart | undefined> {
  const file = await openSegment(directory, chain, segment)
  try {
    let start: SegmentStart | undefined
    await readLines(file, { start: 0, signal }, (line) => {
      const row = parseRow(line)
      start = typeof row === 'string' ? undefined : parseSegmentStart(row)
      return false
    })
    return start
  } finally {
    await file.close()
  }
}

function isClose(value: unknown): value is SegmentClose {
  const { segment, bytes, torn_bytes, torn_sha256 } = (value ?? {}) as Record<keyof SegmentClose, unknown>
  return isCount(segment) && isCount(bytes) && isCount(torn_bytes) && typeof torn_sha256 === 'string'
}

/** Returns whether a value has the members of a head, with the right types. */
export function isHead(value: unknown): value is AuditHead {
  const { chain, seq, hash } = (value ?? {}) as Record<keyof AuditHead, unknown>
  return typeof chain === 'string' && isCount(seq) && typeof hash === 'string'
}

/** A row can hold any text, and what is shown of it must not be more than a name and a number. */
function isRecordedHead(value: unknown): value is AuditHead {
  return isHead(value) && CHAIN_PATTERN.test(value.chain) && HASH_PATTERN.test(value.hash)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
