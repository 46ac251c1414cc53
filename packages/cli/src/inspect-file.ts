import { inspect, type SanitizePolicy } from '@cordon/sanitize'
import { type MarkedChange, markHidden, splitLines } from './mark-hidden.ts'

/** So many changes of one file are listed; the count of hidden ones is always complete. */
const MAX_LISTED_CHANGES = 10_000

/** What `cordon inspect --json` says of one file. */
export interface InspectedFile {
  readonly path: string
  /** How many of all changes hid something. */
  readonly hidden: number
  readonly policy: SanitizePolicy
  /** How many there are; `changes` lists the first 10,000. */
  readonly changeCount: number
  readonly changes: readonly MarkedChange[]
  readonly addedLines: readonly number[]
}

/** Returns what sanitizing `text` would change, each change marked as hidden or not. */
export function inspectFile(path: string, text: string, policy: SanitizePolicy): InspectedFile {
  const { changes, addedLines } = inspect(text, { policy })
  const marked = markHidden(changes, splitLines(text))
  return {
    path,
    hidden: marked.filter((change) => change.hidden).length,
    policy,
    changeCount: marked.length,
    changes: marked.slice(0, MAX_LISTED_CHANGES),
    addedLines: addedLines.slice(0, MAX_LISTED_CHANGES),
  }
}
