import type { KeyObject } from 'node:crypto'
import { assertDirectory, assertSignal } from '../contract/assert-arguments.ts'
import { assertOptions } from '../contract/assert-options.ts'
import { toAuditError } from '../contract/errors.ts'
import { readPublicKey } from '../format/read-key.ts'
import type { AuditHead } from '../format/row.ts'
import { listSegments } from '../format/segment-name.ts'
import { isHead, readSegmentStart } from '../format/segment-start.ts'
import type { AuditFault, AuditNote } from './fault.ts'
import { scanChain } from './scan-chain.ts'
import { type Testimony, Witness } from './witness.ts'

export interface VerifyAuditOptions {
  /** Heads that were kept elsewhere, at least one; the log must hold the rows they name. @defaultValue none */
  readonly anchor?: AuditHead | readonly AuditHead[]
  /** Ed25519 public key, as a `KeyObject` or PEM. Every row must be covered by a signature of it. @defaultValue none */
  readonly publicKey?: KeyObject | string
  /** The directory holds segments that were moved away: its chains may go on elsewhere. @defaultValue `false` */
  readonly archive?: boolean
  /** Ends the check early. @defaultValue none */
  readonly signal?: AbortSignal
}

/** What a check of a directory found. */
export type AuditVerification =
  | {
      readonly status: 'ok'
      /** Rows of all chains, those of the log itself (`chain.*`) included. */
      readonly rows: number
      /** The last row of each chain, in the order of their names. */
      readonly heads: readonly AuditHead[]
      readonly notes: readonly AuditNote[]
    }
  | ({ readonly status: 'broken' } & AuditFault)

/**
 * Returns whether every chain of a directory is whole, or its first bad row and why. Memory
 * grows with the heads that segments recorded of other chains (`segments × chains`), not with the rows.
 *
 * Without an anchor it cannot see a tail that was cut at the end of a row, nor a chain that was written anew as a
 * whole: keep heads where whoever can write to this disk cannot.
 *
 * @throws TypeError when an option is not what it says; RangeError when the directory is an empty string.
 * @throws {@link AuditError} `ERR_AUDIT_READ` when the directory or a segment cannot be read.
 * @throws the reason of `signal` once that is aborted.
 */
export async function verifyAudit(
  directory: string,
  options: VerifyAuditOptions = {},
): Promise<AuditVerification> {
  assertDirectory(directory)
  assertOptions(options, ['anchor', 'publicKey', 'archive', 'signal'])
  const { archive, signal } = options
  assertSignal(signal)
  const anchors = readAnchors(options.anchor)
  const publicKey = options.publicKey === undefined ? undefined : readPublicKey(options.publicKey)
  signal?.throwIfAborted()
  try {
    return await verifyDirectory(directory, { anchors, publicKey, archive: archive === true, signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw toAuditError(error, 'ERR_AUDIT_READ', `${directory}: the log could not be read`)
  }
}

interface DirectoryOptions {
  readonly anchors: readonly Testimony[]
  readonly publicKey: KeyObject | undefined
  readonly archive: boolean
  readonly signal: AbortSignal | undefined
}

async function verifyDirectory(
  directory: string,
  { anchors, publicKey, archive, signal }: DirectoryOptions,
): Promise<AuditVerification> {
  // Before the rows are read: while others write, a head that is recorded later may lie behind what was read.
  const testimonies = [...anchors, ...(await readRecordedHeads(directory, signal))]
  const chains = await listSegments(directory)
  for (const { chain } of testimonies) if (!chains.has(chain)) chains.set(chain, [])
  const heads: AuditHead[] = []
  const notes: AuditNote[] = []
  const verdicts: (() => AuditFault | undefined)[] = []
  let rows = 0
  for (const [chain, segments] of chains) {
    const witness = new Witness(chain, { testimonies, archive })
    const scan = await scanChain(directory, chain, segments, {
      publicKey,
      signal,
      onRow: witness.see.bind(witness),
    })
    if (scan.fault !== undefined) return { status: 'broken', ...scan.fault }
    const { end } = scan
    if (end !== undefined) heads.push({ chain, seq: end.seq, hash: end.hash })
    rows += scan.rows
    notes.push(...scan.notes.filter((note) => !isAnchored(note, anchors)))
    verdicts.push(() => witness.fault(end))
  }
  // A chain is only blamed for what another one says of it once that other one was found whole.
  for (const verdict of verdicts) {
    const fault = verdict()
    if (fault !== undefined) return { status: 'broken', ...fault }
  }
  return { status: 'ok', rows, heads, notes }
}

/** Whether an anchor names the last row before those here; it was compared then, and nothing is left to tell. */
function isAnchored(note: AuditNote, anchors: readonly Testimony[]): boolean {
  if (note.type !== 'starts-late') return false
  return anchors.some(({ chain, seq }) => chain === note.chain && seq === note.seq - 1)
}

/** Returns the heads that the segments of a directory recorded of each other's chains. */
async function readRecordedHeads(directory: string, signal?: AbortSignal): Promise<Testimony[]> {
  const recorded = new Map<string, Testimony>()
  for (const [chain, segments] of await listSegments(directory)) {
    for (const segment of segments) {
      const start = await readSegmentStart(directory, chain, segment, signal)
      for (const peer of start?.peers ?? []) {
        recorded.set(`${peer.chain}:${peer.seq}:${peer.hash}`, { ...peer, by: 'peer' })
      }
    }
  }
  return [...recorded.values()]
}

function readAnchors(anchor: VerifyAuditOptions['anchor']): Testimony[] {
  if (anchor === undefined) return []
  const anchors: readonly unknown[] = Array.isArray(anchor) ? anchor : [anchor]
  if (anchors.length === 0) throw new TypeError('"anchor" expected at least one head, got none')
  return anchors.map((head) => {
    if (!isHead(head)) throw new TypeError('"anchor" expected { chain, seq, hash } or an array of them')
    return { chain: head.chain, seq: head.seq, hash: head.hash, by: 'anchor' }
  })
}
