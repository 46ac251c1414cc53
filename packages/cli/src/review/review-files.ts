import {
  type AnyMagiError,
  type Magi,
  MagiError,
  type MagiReport,
  type RunListener,
} from '@cordon/orchestrator'
import type { Mode } from '@cordon/prompt'
import { findFilesBelow } from '../input/find-files.ts'
import { InputError, inputName, readInput, readText } from '../input/read-input.ts'
import { announce } from '../terminal/show-progress.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** The largest input that the council takes, in bytes. */
const MAX_BYTES = 4 * 1024 * 1024

const MAX_LABEL_BYTES = 512
const MAX_PATH_UNITS = 256

/** What the council must be built to take: the largest file and its label. */
export const MAX_LABELLED_BYTES: number = MAX_BYTES + MAX_LABEL_BYTES

/** What names standard input; its text has no path. */
const STDIN = '-'

type Verdict = MagiReport['consensus']['consensus_verdict']

const WORST_FIRST: readonly Verdict[] = ['reject', 'conditional', 'approve']

/** A file without a review, and why. */
interface UnreadFile {
  readonly path: string
  readonly reason: string
}

/** What `cordon review <directory> --format json` prints, spelled as the reports that it holds. */
export interface DirectoryReview {
  readonly path: string
  /** The worst of all files: `reject` before `conditional` before `approve`. */
  readonly consensus_verdict: Verdict
  /** Whether a file was judged without one of its seats. */
  readonly degraded: boolean
  /** In the order of the paths' code units. */
  readonly files: readonly { readonly path: string; readonly report: MagiReport }[]
  /** Empty or not text. */
  readonly skipped: readonly UnreadFile[]
  /** Too large, unreadable, or without enough verdicts. */
  readonly failed: readonly UnreadFile[]
}

export interface ReviewTask {
  readonly terminal: Terminal
  readonly magi: Magi
  readonly mode: Mode
  readonly onEvent: RunListener
}

/**
 * Returns the council's report on one file or on standard input.
 *
 * @throws {@link InputError} when it cannot be read, is empty, binary or larger than 4 MiB, or has too few verdicts.
 */
export async function reviewFile(task: ReviewTask, path: string): Promise<MagiReport> {
  const text = await readInput(task.terminal, path, MAX_BYTES)
  if (text === '') throw new InputError(path, 'empty, there is nothing to review')
  return analyze(task, path, text)
}

/**
 * Returns one report on every text file below a directory, asked for one file after the other.
 *
 * @throws {@link InputError} when no file could be reviewed.
 */
export async function reviewDirectory(task: ReviewTask, directory: string): Promise<DirectoryReview> {
  const files: { path: string; report: MagiReport }[] = []
  const skipped: UnreadFile[] = []
  const failed: UnreadFile[] = []
  const paths = await findFilesBelow(task.terminal, directory)
  for (const [index, path] of paths.entries()) {
    task.terminal.signal.throwIfAborted()
    announce(task.terminal, `${index + 1}/${paths.length} ${inputName(path)}`)
    try {
      const text = await readText(task.terminal, path, MAX_BYTES)
      if (text) files.push({ path, report: await analyze(task, path, text) })
      else skipped.push({ path, reason: text === '' ? 'empty' : 'binary' })
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      failed.push({ path, reason: error.reason })
    }
  }
  const verdicts = new Set(files.map(({ report }) => report.consensus.consensus_verdict))
  const worst = WORST_FIRST.find((verdict) => verdicts.has(verdict))
  if (worst === undefined) throw new InputError(directory, explainNothing(skipped, failed))
  return {
    path: directory,
    consensus_verdict: worst,
    degraded: files.some(({ report }) => report.degraded),
    files,
    skipped,
    failed,
  }
}

async function analyze(
  { terminal, magi, mode, onEvent }: ReviewTask,
  path: string,
  text: string,
): Promise<MagiReport> {
  const label = path === STDIN ? '' : `File: ${labelPath(path)}\n`
  try {
    const report = await magi.analyze(mode, label + text, { signal: terminal.signal, onEvent })
    return label === '' ? report : { ...report, boundary: countFromText(report.boundary) }
  } catch (error) {
    if (MagiError.isInstance(error)) throw new InputError(path, reasonOf(error))
    throw error
  }
}

function reasonOf({ code, detail, message }: AnyMagiError): string {
  const isUnreached =
    code === 'ERR_MAGI_INSUFFICIENT_AGENTS' &&
    Object.values(detail.failures).some(({ reason }) => reason === 'provider')
  if (!isUnreached) return message
  return `${message}; check the model's name, its server and its key (cordon review --help)`
}

/**
 * Returns a path as it stands above a text, so that reviewers know what they read: percent-encoded but for plain
 * characters, and its end alone when it is long. A text without its own label could bring one.
 */
function labelPath(path: string): string {
  return path
    .toWellFormed()
    .replace(/[^\w./@+-]+/g, (odd) => Buffer.from(odd).toString('hex').toUpperCase().replace(/../g, '%$&'))
    .slice(-MAX_PATH_UNITS)
}

/** Takes the label's line out of a boundary's line numbers; a path in plain characters adds nothing else to it. */
function countFromText(boundary: MagiReport['boundary']): MagiReport['boundary'] {
  return {
    ...boundary,
    changes: boundary.changes.map((change) => ({ ...change, line: change.line - 1 })),
    added_lines: boundary.added_lines.map((line) => line - 1),
  }
}

function explainNothing(skipped: readonly UnreadFile[], failed: readonly UnreadFile[]): string {
  const [first] = failed
  if (first !== undefined) return `no file could be reviewed; ${inputName(first.path)}: ${first.reason}`
  const why = skipped.length === 0 ? 'it holds no file' : 'it holds only binary and empty files'
  return `there is nothing to review, ${why}`
}
