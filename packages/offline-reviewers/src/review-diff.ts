import type { Analysis } from './analysis.ts'
import type { Diff, DiffFile, DiffLine } from './diff/read-diff.ts'
import { reviewChangeSet } from './diff/review-change-set.ts'
import { reviewCodeLines } from './lines/review-code-lines.ts'
import { reviewLines } from './lines/review-lines.ts'
import { reviewSource } from './review-source.ts'
import type { FindingCollector } from './rules/collect-findings.ts'
import type { Report } from './rules/rule-catalog.ts'
import { detectKind, kindOfPath } from './source/detect-kind.ts'
import type { Kind } from './source/kind.ts'

type Reading = Analysis['reading']

/**
 * Reviews the added lines of a unified diff, each in its file's language and at its line in the new file, and by its
 * lines what stands around the diff.
 */
export function reviewDiff({ files, rest }: Diff, reportFor: FindingCollector['reportFor']): Reading {
  reviewLines(rest, 'text', reportFor())
  reviewCodeLines(rest, 'code', reportFor(), { path: undefined, part: true })
  reviewChangeSet(files, reportFor)
  return reviewChangedFiles(files, reportFor)
}

/** Reviews the added lines of each file; `parsed` when there are any and none was read by its lines alone. */
export function reviewChangedFiles(
  files: readonly DiffFile[],
  reportFor: FindingCollector['reportFor'],
): Reading {
  const readings = files
    .filter(({ status }) => status !== 'deleted')
    .flatMap((file) => reviewFile(file, reportFor(file.path)))
  return readings.length > 0 && !readings.includes('lines') ? 'parsed' : 'lines'
}

interface Target {
  readonly path: string
  readonly kind: Kind
}

/** The names of a file are the diff's words: one that says code counts, whatever the other says; without any, its looks. */
function targetsOf({ path, oldPath, hunks }: DiffFile): readonly Target[] {
  const kind = kindOfPath(path) ?? (path === 'unnamed' ? detectKind(newTextOf(hunks.flat())) : 'code')
  const other = oldPath === path ? undefined : kindOfPath(oldPath)
  const kinds = new Set(other !== undefined && parsedKinds.has(other) ? [kind, other] : [kind])
  // A patch in a patch is read by its lines.
  return [...kinds].map((each) => ({ path, kind: each === 'diff' ? 'code' : each }))
}

const parsedKinds: ReadonlySet<Kind> = new Set<Kind>(['javascript', 'typescript', 'python'])

const newTextOf = (lines: readonly DiffLine[]): string =>
  lines
    .filter(({ sign }) => sign !== '-')
    .map(({ text }) => text)
    .join('\n')

function reviewFile(file: DiffFile, report: Report): readonly Reading[] {
  return targetsOf(file).flatMap((target) => {
    const [onlyHunk] = file.hunks
    if (file.status === 'added' && file.hunks.length === 1 && onlyHunk !== undefined) {
      const whole = onlyHunk.filter(({ sign }) => sign !== '-')
      const reading = reviewLinesOf(whole, target, report, false)
      // It may only claim to be a whole file.
      if (reading !== 'lines' || !parsedKinds.has(target.kind)) return [reading]
    }
    return file.hunks.flatMap((hunk) => reviewHunk(hunk, target, report))
  })
}

function reviewHunk(hunk: readonly DiffLine[], target: Target, report: Report): readonly Reading[] {
  const newSide = hunk.filter(({ sign }) => sign !== '-')
  if (!newSide.some(({ sign }) => sign === '+')) return []
  const reading = reviewLinesOf(newSide, target, report, true)
  if (reading === 'parsed' || (target.kind !== 'javascript' && target.kind !== 'typescript')) return [reading]
  // The context may be what cannot be parsed.
  return addedRuns(newSide).map((run) => reviewLinesOf(run, target, report, true))
}

function reviewLinesOf(
  lines: readonly DiffLine[],
  { path, kind }: Target,
  report: Report,
  part: boolean,
): Reading {
  const reportAdded: Report = (rule, line, note) => {
    const found = lines[line - 1]
    // The context of a hunk without a name is nobody's.
    if (found?.sign === '+' || path === 'unnamed') report(rule, found?.newLine ?? line, note)
  }
  const text = newTextOf(lines)
  return text.trim() === '' ? 'parsed' : reviewSource(text, kind, reportAdded, { path, part })
}

function addedRuns(lines: readonly DiffLine[]): readonly (readonly DiffLine[])[] {
  const runs: DiffLine[][] = []
  for (const [index, line] of lines.entries()) {
    if (line.sign !== '+') continue
    if (lines[index - 1]?.sign === '+') runs.at(-1)?.push(line)
    else runs.push([line])
  }
  return runs
}
