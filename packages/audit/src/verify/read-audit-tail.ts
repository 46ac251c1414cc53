import { assertDirectory, assertSignal } from '../contract/assert-arguments.ts'
import { assertOptions } from '../contract/assert-options.ts'
import { toAuditError } from '../contract/errors.ts'
import { openSegment } from '../format/open-segment.ts'
import { parseRow } from '../format/parse-row.ts'
import { readLines } from '../format/read-lines.ts'
import type { AuditRow } from '../format/row.ts'
import { listSegments } from '../format/segment-name.ts'

export interface ReadAuditTailOptions {
  /** Rows of each chain. Integer, at least 1. @defaultValue 10 */
  readonly rows?: number
  /** Only this chain. @defaultValue every chain */
  readonly chain?: string
  /** Ends the reading early. @defaultValue none */
  readonly signal?: AbortSignal
}

/**
 * Returns the last rows of each chain as they stand on disk, chains in the order of their names.
 *
 * Each row fits its own hash; whether they follow each other is for `verifyAudit` to say. Lines that are no rows are
 * left out.
 *
 * @throws TypeError when an option is unknown or of the wrong type.
 * @throws RangeError when `rows` is not a positive integer, or the directory an empty string.
 * @throws {@link AuditError} `ERR_AUDIT_READ`.
 * @throws the reason of `signal` once that is aborted.
 */
export async function readAuditTail(
  directory: string,
  options: ReadAuditTailOptions = {},
): Promise<AuditRow[]> {
  assertDirectory(directory)
  assertOptions(options, ['rows', 'chain', 'signal'])
  const { rows = 10, chain: wanted, signal } = options
  assertSignal(signal)
  if (wanted !== undefined && typeof wanted !== 'string')
    throw new TypeError(`"chain" expected string, got ${typeof wanted}`)
  if (typeof rows !== 'number') throw new TypeError(`"rows" expected number, got ${typeof rows}`)
  if (!Number.isSafeInteger(rows) || rows < 1)
    throw new RangeError(`"rows" expected integer from 1, got ${rows}`)
  signal?.throwIfAborted()
  try {
    const tails: AuditRow[] = []
    for (const [chain, segments] of await listSegments(directory)) {
      if (wanted === undefined || chain === wanted)
        tails.push(...(await readChainTail(directory, chain, segments, { wanted: rows, signal })))
    }
    return tails
  } catch (error) {
    signal?.throwIfAborted()
    throw toAuditError(error, 'ERR_AUDIT_READ', `${directory}: the log could not be read`)
  }
}

interface Wish {
  readonly wanted: number
  readonly signal: AbortSignal | undefined
}

async function readChainTail(
  directory: string,
  chain: string,
  segments: readonly number[],
  { wanted, signal }: Wish,
): Promise<AuditRow[]> {
  let tail: AuditRow[] = []
  for (const segment of segments.toReversed()) {
    if (tail.length >= wanted) break
    const wish = { wanted: wanted - tail.length, signal }
    tail = [...(await readSegmentTail(directory, chain, segment, wish)), ...tail]
  }
  return tail
}

async function readSegmentTail(
  directory: string,
  chain: string,
  segment: number,
  { wanted, signal }: Wish,
): Promise<AuditRow[]> {
  const file = await openSegment(directory, chain, segment)
  try {
    const rows: AuditRow[] = []
    await readLines(file, { start: 0, signal }, (line) => {
      const row = parseRow(line)
      if (typeof row !== 'string') rows.push(row)
      if (rows.length > wanted) rows.shift()
      return true
    })
    return rows
  } finally {
    await file.close()
  }
}
