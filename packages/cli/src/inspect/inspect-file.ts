import { inspect, type SanitizePolicy, type SanitizeReport } from '@cordon/sanitize'
import { countHiddenOmitted, type MarkedChange, markHidden } from './mark-hidden.ts'

/** What `cordon inspect --json` says of one file. */
export interface InspectedFile {
  readonly path: string
  /** How many code points hid something; a terminal sequence counts as one. */
  readonly hidden: number
  readonly policy: SanitizePolicy
  /** How many line ends are CRLF; they are not among the changes. */
  readonly crlf: number
  /** In the order of the text; the first 10,000 of each kind. */
  readonly changes: readonly MarkedChange[]
  /** What the list has no room for. */
  readonly omitted: SanitizeReport['omitted']
  readonly addedLines: readonly number[]
}

/** Returns `text` sanitized, and as `file` what that changed, CRLF aside, each change marked as hidden or not. */
export function inspectFile(
  path: string,
  text: string,
  policy: SanitizePolicy,
): { readonly file: InspectedFile; readonly text: string } {
  // Not after another CR: of CR CR LF, the first is a line end of its own.
  const unixText = text.replace(/(?<!\r)\r\n/g, '\n')
  const report = inspect(unixText, { policy })
  const changes = report.changes.map(markHidden)
  const listed = changes.reduce((sum, { hidden, count }) => sum + (hidden ? count : 0), 0)
  const file = {
    path,
    hidden: listed + countHiddenOmitted(report),
    policy,
    crlf: text.length - unixText.length,
    changes,
    omitted: report.omitted,
    addedLines: report.addedLines,
  }
  return { file, text: report.text }
}
