import { SIGNATURE_KIND } from '../format/kind.ts'
import { openSegment } from '../format/open-segment.ts'
import { parseRow } from '../format/parse-row.ts'
import { MAX_LINE_BYTES, readLines } from '../format/read-lines.ts'
import type { AuditHead, AuditRow } from '../format/row.ts'
import { listSegments } from '../format/segment-name.ts'
import { readSegmentStart } from '../format/segment-start.ts'

/** As many heads as surely fit into one row. */
const MAX_PEERS = 256

/**
 * Returns where the other chains of a directory stand, as far as nothing can take it back: each row is synced, for it may
 * be written and not yet on disk; and its segment has no successor afterwards, for that one might go on from an earlier row.
 */
export async function readPeers(directory: string, ownChain: string): Promise<AuditHead[]> {
  const peers: { readonly head: AuditHead; readonly segment: number }[] = []
  for (const [chain, segments] of await listSegments(directory)) {
    const segment = segments.at(-1)
    if (chain === ownChain || segment === undefined) continue
    // A chain that cannot be read, or was just moved away, must not keep another one from being opened.
    const head = await syncHead(directory, chain, segment).catch(() => undefined)
    if (head !== undefined) peers.push({ head, segment })
    if (peers.length === MAX_PEERS) break
  }
  const after = peers.length === 0 ? undefined : await listSegments(directory)
  return peers
    .filter(({ head, segment }) => after?.get(head.chain)?.at(-1) === segment)
    .map(({ head }) => head)
}

/** Returns the last row of a segment that a crash cannot make undone, or undefined when it has none. */
async function syncHead(directory: string, chain: string, segment: number): Promise<AuditHead | undefined> {
  const start = await readSegmentStart(directory, chain, segment)
  if (start === undefined) return undefined
  const file = await openSegment(directory, chain, segment)
  try {
    let head: AuditRow | undefined
    const { size } = await file.stat()
    await readLines(file, { start: Math.max(0, size - 2 * MAX_LINE_BYTES), end: size }, (line) => {
      const row = parseRow(line)
      if (typeof row !== 'string' && (start.signer === null || row.kind === SIGNATURE_KIND)) head = row
      return true
    })
    await file.datasync()
    return head && { chain, seq: head.seq, hash: head.hash }
  } finally {
    await file.close()
  }
}
