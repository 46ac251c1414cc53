import { type BigIntStats, lstatSync, statSync } from 'node:fs'

/**
 * What tells one state of a file from another without reading it: dev, ino, size, mtime and ctime in ns; of a link also
 * those of its target. ctime is in it because a same-size write with a back-dated mtime moves nothing else.
 */
export type Fingerprint = readonly bigint[]

const FIELDS = 5

/** Age in ms below which a change may still share its timestamp with the read: kernels tick at up to 10 ms. */
const RACY_MS = 20

/** The same for file systems that keep whole seconds, some of them even ones only. */
const COARSE_RACY_MS = 2_000

/** Returns the fingerprint of a file, and of its target when it is a link. */
export function fingerprintOf(stats: BigIntStats, target?: BigIntStats): Fingerprint {
  const own = [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs]
  return target === undefined
    ? own
    : [...own, target.dev, target.ino, target.size, target.mtimeNs, target.ctimeNs]
}

/** Whether the file at `path` still has this fingerprint. False when that cannot be told. */
export function isUnmoved(path: string, known: Fingerprint): boolean {
  try {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    if (!matches(stats, known, 0)) return false
    return (
      known.length === FIELDS ||
      matches(statSync(path, { bigint: true, throwIfNoEntry: false }), known, FIELDS)
    )
  } catch {
    // The read that follows finds out why.
    return false
  }
}

/** Whether a later change is bound to move the fingerprint: the last one is older than a tick of the file system's clock. */
export function isSettled(stats: BigIntStats, nowMs: number): boolean {
  const windowMs = stats.ctimeNs % 1_000_000_000n === 0n ? COARSE_RACY_MS : RACY_MS
  return nowMs - Number(stats.ctimeMs) > windowMs
}

/** Whether both name the same state of the same file. */
export function matches(stats: BigIntStats | undefined, known: Fingerprint, offset: number): boolean {
  return (
    stats !== undefined &&
    stats.ctimeNs === known[offset + 4] &&
    stats.mtimeNs === known[offset + 3] &&
    stats.size === known[offset + 2] &&
    stats.ino === known[offset + 1] &&
    stats.dev === known[offset]
  )
}
