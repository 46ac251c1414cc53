import { createPublicKey, type KeyObject } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { assertDirectory, assertSignal } from '../contract/assert-arguments.ts'
import { assertOptions } from '../contract/assert-options.ts'
import { AuditError, toAuditError } from '../contract/errors.ts'
import type { AuditEvent } from '../contract/events.ts'
import { hashRange } from '../format/hash-range.ts'
import { openSegment } from '../format/open-segment.ts'
import { readPrivateKey } from '../format/read-key.ts'
import { type AuditHead, GENESIS } from '../format/row.ts'
import { CHAIN_PATTERN, listSegments } from '../format/segment-name.ts'
import type { SegmentClose } from '../format/segment-start.ts'
import { keyId } from '../format/signature.ts'
import { timeNs } from '../format/time-ns.ts'
import { type ChainPosition, type ScanOptions, scanChain } from '../verify/scan-chain.ts'
import { ChainWriter, type WriterOptions } from './chain-writer.ts'
import { SegmentFile, superseded, syncDirectory } from './segment-file.ts'

export interface OpenAuditOptions {
  /** Name of the chain: one writer, one chain. `^[a-z0-9][a-z0-9._-]{0,63}$`. @defaultValue `'main'` */
  readonly chain?: string
  /** A new segment is begun once this one is as long. Integer, at least 1. @defaultValue 67,108,864 (64 MiB) */
  readonly maxSegmentBytes?: number
  /** A new segment is begun by the first append after this time. @defaultValue 86,400,000 (one day) */
  readonly maxSegmentAgeMs?: number
  /** Ed25519 private key that signs each batch, as a `KeyObject` or PEM. A chain keeps its key, or does without. @defaultValue none */
  readonly privateKey?: KeyObject | string
  /** The clock: Unix time in whole milliseconds, at most 99,999,999,999,999. Asked once a row. @defaultValue `Date.now` */
  readonly now?: () => number
  /** Told of segments, batches and the end of the log. */
  readonly onEvent?: (event: AuditEvent) => void
  /** Ends the opening early, as long as nothing has been written. @defaultValue none */
  readonly signal?: AbortSignal
}

/** A chain that is open for writing. */
export interface AuditLog extends AsyncDisposable {
  /**
   * Resolves when the row is on disk, with its place in the chain.
   *
   * The payload is any JSON value of at most 65,536 bytes in its RFC 8785 form, at most 64 levels deep; it is copied
   * before this returns. A `bigint` is written as its decimal string. Refused, and never dropped or bent into shape:
   * NaN, infinities, numbers that JSON writes as an integer beyond 2^53 - 1, lone surrogates, undefined, functions,
   * symbols, holes in arrays, instances of classes.
   *
   * No type says what may be written: one with an index signature would refuse every interface, and none knows NaN.
   * So a payload is `unknown`, and what is refused is told by its place in it: members and items are counted from 1.
   *
   * A rejected append may have reached the disk or not; a resolved one has. After a failed write every later append
   * rejects with the same error until the directory is opened again.
   *
   * @throws {@link AuditError} `ERR_AUDIT_KIND`, `ERR_AUDIT_PAYLOAD`, `ERR_AUDIT_PAYLOAD_TOO_LARGE` (no row, the log
   * lives on); `ERR_AUDIT_WRITE`, `ERR_AUDIT_FILE_CHANGED`, `ERR_AUDIT_SUPERSEDED` (the log is dead);
   * `ERR_AUDIT_CLOSED`.
   */
  append(kind: string, payload: unknown): Promise<AuditHead>
  /** Returns the last row that is on disk. Kept elsewhere, it is an anchor for `verifyAudit`. */
  head(): AuditHead
  /** Resolves when everything appended before is on disk and the file is closed. */
  close(): Promise<void>
}

const OPTIONS = [
  'chain',
  'maxSegmentBytes',
  'maxSegmentAgeMs',
  'privateKey',
  'now',
  'onEvent',
  'signal',
] as const
const DAY_MS = 86_400_000
/** How often another writer may take the number of our segment. */
const MAX_ATTEMPTS = 100
const DEFAULT_SEGMENT_BYTES = 64 * 1024 * 1024

/**
 * Opens a chain for appending; creates the directory when there is none.
 *
 * Every open reads the chain through, begins a new segment and leaves the older ones as they are. A writer of the same
 * chain that is still alive stops with `ERR_AUDIT_SUPERSEDED` at its next append.
 *
 * @throws TypeError or RangeError when an option is not what it says, or the directory an empty string.
 * @throws {@link AuditError} `ERR_AUDIT_BROKEN` when the chain has a fault that no crash leaves behind;
 * `ERR_AUDIT_READ`, `ERR_AUDIT_WRITE`; `ERR_AUDIT_SUPERSEDED` when yet another writer came in between.
 * @throws the reason of `signal` when that is aborted before the new segment is begun.
 */
export async function openAudit(directory: string, options: OpenAuditOptions = {}): Promise<AuditLog> {
  const settings = readOptions(directory, options)
  const { signal } = options
  signal?.throwIfAborted()
  try {
    await createDirectory(settings.directory)
  } catch (cause) {
    const message = `${directory}: the directory could not be created; give a path that can be written to and is no file's`
    throw new AuditError('ERR_AUDIT_WRITE', message, { cause })
  }
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const writer = await beginSegment(settings, signal)
      if (writer !== undefined) return writer
    }
  } catch (error) {
    if (signal?.aborted && error === signal.reason) throw error
    throw toAuditError(error, 'ERR_AUDIT_READ', `${directory}: the log could not be read`)
  }
  throw superseded()
}

/** Returns a writer on a new segment, or undefined when another writer took its number meanwhile. */
async function beginSegment(
  settings: WriterOptions,
  signal: AbortSignal | undefined,
): Promise<ChainWriter | undefined> {
  const { directory, chain, privateKey } = settings
  const publicKey = privateKey && createPublicKey(privateKey)
  const signer = publicKey === undefined ? null : keyId(publicKey)
  const segments = (await listSegments(directory)).get(chain) ?? []
  const before = await scanWhole(directory, chain, segments, { publicKey, signer, signal })
  // From here on the writer before this one stops, so there is no way back.
  signal?.throwIfAborted()
  const segment = await SegmentFile.create(directory, chain, (segments.at(-1) ?? 0) + 1)
  if (segment === undefined) return undefined
  try {
    // Read on: whatever the writer before us was told to be on disk is there by now (see SegmentFile.assertOwned).
    const end = await scanWhole(directory, chain, segments, { publicKey, signer, from: before })
    const head = end === undefined ? { seq: 0, hash: GENESIS } : end
    const writer = new ChainWriter(settings, segment, { chain, seq: head.seq, hash: head.hash })
    await writer.begin(await closeSegments(directory, chain, segments, end))
    return writer
  } catch (error) {
    await segment.close()
    throw error
  }
}

/** Returns where the chain ends. @throws {@link AuditError} `ERR_AUDIT_BROKEN`. */
async function scanWhole(
  directory: string,
  chain: string,
  segments: readonly number[],
  options: ScanOptions,
): Promise<ChainPosition | undefined> {
  const { fault, end } = await scanChain(directory, chain, segments, options)
  if (fault === undefined) return end
  const { file, line, reason } = fault
  throw new AuditError('ERR_AUDIT_BROKEN', `${directory}: the log is broken at ${file}:${line} (${reason})`)
}

/** Returns what the segments from the last one with rows on hold; those without a byte are left out. */
async function closeSegments(
  directory: string,
  chain: string,
  segments: readonly number[],
  end: ChainPosition | undefined,
): Promise<SegmentClose[]> {
  const closes: SegmentClose[] = []
  for (const segment of segments.filter((candidate) => candidate >= (end?.segment ?? 0))) {
    const file = await openSegment(directory, chain, segment)
    try {
      const bytes = segment === end?.segment ? end.bytes : 0
      const tornBytes = (await file.stat()).size - bytes
      if (bytes + tornBytes === 0) continue
      closes.push({
        segment,
        bytes,
        torn_bytes: tornBytes,
        torn_sha256: await hashRange(file, bytes, tornBytes),
      })
    } finally {
      await file.close()
    }
  }
  return closes
}

/** Creates a directory; when this resolves, it and those above it that had to be created are on disk. */
async function createDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true, mode: 0o750 })
  if (first === undefined) return
  const top = dirname(first)
  for (let path = directory; path !== top; path = dirname(path)) await syncDirectory(dirname(path))
}

function readOptions(directory: string, options: OpenAuditOptions): WriterOptions {
  assertDirectory(directory)
  assertOptions(options, OPTIONS)
  const { chain = 'main', now = Date.now, onEvent } = options
  assertSignal(options.signal)
  const { maxSegmentBytes = DEFAULT_SEGMENT_BYTES, maxSegmentAgeMs = DAY_MS } = options
  if (typeof chain !== 'string') throw new TypeError(`"chain" expected string, got ${typeof chain}`)
  if (!CHAIN_PATTERN.test(chain)) throw new RangeError(`"chain" expected ${CHAIN_PATTERN.source}`)
  if (typeof now !== 'function') throw new TypeError(`"now" expected function, got ${typeof now}`)
  timeNs(now())
  if (onEvent !== undefined && typeof onEvent !== 'function')
    throw new TypeError(`"onEvent" expected function, got ${typeof onEvent}`)
  assertPositive('maxSegmentBytes', maxSegmentBytes)
  assertPositive('maxSegmentAgeMs', maxSegmentAgeMs)
  const privateKey = options.privateKey === undefined ? undefined : readPrivateKey(options.privateKey)
  // A process may change its working directory; the log stays where it is.
  return { directory: resolve(directory), chain, maxSegmentBytes, maxSegmentAgeMs, privateKey, now, onEvent }
}

function assertPositive(name: string, value: number): void {
  if (typeof value !== 'number') throw new TypeError(`"${name}" expected number, got ${typeof value}`)
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new RangeError(`"${name}" expected integer from 1, got ${value}`)
  }
}
