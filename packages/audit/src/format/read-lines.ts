import type { FileHandle } from 'node:fs/promises'

const CHUNK_BYTES = 256 * 1024

/** Longer than any row: 64 KiB of payload, a chain and a kind of at most 64 and 128 characters, and what is fixed. */
export const MAX_LINE_BYTES: number = 66 * 1024

interface ReadLinesOptions {
  readonly start: number
  readonly end?: number
  readonly signal?: AbortSignal | undefined
}

/** A stretch of a file that holds no complete line. */
export interface Rest {
  /** Where it begins. */
  readonly offset: number
  /** Its bytes, or the first 66 KiB of them. */
  readonly bytes: Buffer
}

/**
 * Calls `visit` with each line (without its LF) from `start` to `end` or the end of the file, in constant memory,
 * until it returns false or a line is longer than any row. Returns what was not visited. Rejects with the reason of
 * `signal` once that is aborted.
 *
 * The buffer of a line is used again for the next ones.
 */
export async function readLines(
  file: FileHandle,
  { start, end = Number.POSITIVE_INFINITY, signal }: ReadLinesOptions,
  visit: (line: Buffer, offset: number) => boolean,
): Promise<Rest> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  let offset = start
  let held = 0
  for (;;) {
    signal?.throwIfAborted()
    const room = Math.min(CHUNK_BYTES - held, end - offset - held)
    const { bytesRead } = await file.read(buffer, held, room, offset + held)
    const filled = buffer.subarray(0, held + bytesRead)
    let from = 0
    for (let lf = filled.indexOf(10, held); lf !== -1; lf = filled.indexOf(10, from)) {
      if (lf - from > MAX_LINE_BYTES || !visit(filled.subarray(from, lf), offset + from)) {
        return { offset: offset + from, bytes: Buffer.from(filled.subarray(from, from + MAX_LINE_BYTES)) }
      }
      from = lf + 1
    }
    filled.copy(buffer, 0, from)
    offset += from
    held = filled.length - from
    if (bytesRead === 0 || held > MAX_LINE_BYTES) {
      return { offset, bytes: Buffer.from(buffer.subarray(0, Math.min(held, MAX_LINE_BYTES))) }
    }
  }
}
