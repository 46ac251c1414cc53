import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { MAX_FILE_BYTES } from '../parse/limits.ts'
import { type Fingerprint, fingerprintOf, isSettled, matches } from './fingerprint.ts'

export type FileReading =
  | {
      readonly status: 'read'
      /** Holds until the next file is read: small files share one buffer. */
      readonly bytes: Buffer
      readonly fingerprint: Fingerprint
      /** False while a change could go unnoticed by the fingerprint. */
      readonly settled: boolean
    }
  /** Nothing there, or a link that leads nowhere. */
  | { readonly status: 'gone' }
  /** Something there that is never read. */
  | { readonly status: 'refused'; readonly why: string }
  /** The system says no; `code` is its own, e.g. `EACCES`. */
  | { readonly status: 'failed'; readonly code: string }

/** Every persona fits; a buffer for each of thousands of files costs more than reading them. */
const SCRATCH_BYTES = MAX_FILE_BYTES + 1
const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES)

/** Reads that a file which is being written may spoil before we give up. */
const ATTEMPTS = 3

const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

// Absent on Windows. NONBLOCK: opening a FIFO must not wait for a writer.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Reads a regular file that lies directly in `directory`, at most `maxBytes` + 1 bytes of it. A link is followed when
 * its real path is inside the directory's real path: mounted config maps are made of such links.
 */
export function readDirectoryFile(directory: string, name: string, maxBytes: number): FileReading {
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const reading = readOnce(directory, join(directory, name), maxBytes)
      if (reading !== undefined) return reading
    }
    return { status: 'refused', why: 'a file that kept changing while it was read' }
  } catch (error) {
    const code = systemCode(error)
    if (GONE.has(code)) return { status: 'gone' }
    return code === 'ELOOP' ? { status: 'refused', why: 'a loop of links' } : { status: 'failed', code }
  }
}

/** Returns the system's code of a file system error. */
export function systemCode(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'UNKNOWN'
}

/** Returns undefined when the file changed on the way. */
function readOnce(directory: string, path: string, maxBytes: number): FileReading | undefined {
  const own = lstatSync(path, { bigint: true })
  const isLink = own.isSymbolicLink()
  const target = isLink ? realpathSync(path) : path
  if (isLink && !isInside(realpathSync(directory), target)) {
    return { status: 'refused', why: 'a link that leads outside the directory' }
  }
  const before = isLink ? lstatSync(target, { bigint: true }) : own
  // Asked before opening: opening a device may already have an effect.
  if (!before.isFile()) return { status: 'refused', why: 'something that is not a file' }
  const descriptor = openSync(target, OPEN_FLAGS)
  try {
    const bytes = readUpTo(descriptor, Math.min(Number(before.size), maxBytes + 1))
    // Equal to what was asked before opening: nobody swapped the file, or wrote to it, in between.
    const after = fstatSync(descriptor, { bigint: true })
    if (!matches(after, fingerprintOf(before), 0)) return undefined
    return {
      status: 'read',
      bytes,
      fingerprint: isLink ? fingerprintOf(own, after) : fingerprintOf(after),
      settled: isSettled(after, Date.now()),
    }
  } finally {
    closeSync(descriptor)
  }
}

function readUpTo(descriptor: number, size: number): Buffer {
  const buffer = size <= SCRATCH_BYTES ? scratch : Buffer.allocUnsafe(size)
  let length = 0
  while (length < size) {
    const read = readSync(descriptor, buffer, length, size - length, null)
    if (read === 0) break
    length += read
  }
  return buffer.subarray(0, length)
}

function isInside(directory: string, path: string): boolean {
  const inner = relative(directory, path)
  return inner !== '' && inner !== '..' && !inner.startsWith(`..${sep}`) && !isAbsolute(inner)
}
