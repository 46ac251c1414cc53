import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

/** Returns the SHA-256 of a stretch of a file, in hex. */
export async function hashRange(
  file: FileHandle,
  start: number,
  length: number,
  signal?: AbortSignal,
): Promise<string> {
  const digest = createHash('sha256')
  if (length === 0) return digest.digest('hex')
  for await (const chunk of file.createReadStream({ start, end: start + length - 1, autoClose: false })) {
    signal?.throwIfAborted()
    digest.update(chunk as Buffer)
  }
  return digest.digest('hex')
}
