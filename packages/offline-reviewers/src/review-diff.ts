import type { Analysis } from './analysis.ts'
import { type DiffFile, type DiffLine, readDiff } from './diff/read-diff.ts'
import { reviewChangeSet } from './diff/review-change-set.ts'
import { reviewSource } from './review-source.ts'
import type { FindingCollector } from './rules/collect-findings.ts'
import type { Report } from './rules/rule-catalog.ts'
import { kindOfPath } from './source/detect-kind.ts'
import type { Kind } from './source/kind.ts'

type Reading = Analysis['reading']

/** Reviews the added lines of a unified diff, each in its file's language and at its line in the new file. */
export function reviewDiff(text: string, reportFor: FindingCollector['reportFor']): Reading {
  const files = readDiff(text)
  if (files.length === 0) return reviewSource(text, 'text', reportFor(), { path: undefined, part: true })
  const readings = files
    .filter(({ status }) => status !== 'deleted')
    .flatMap((file) => reviewFile(file, reportFor(file.path)))
  reviewChangeSet(files, reportFor)
  return readings.includes('lines') ? 'lines' : 'parsed'
}

interface Target {
  readonly path: string
  readonly kind: Kind
}

function reviewFile(file: DiffFile, report: Report): readonly Reading[] {
  const target = { path: file.path, kind: kindOfPath(file.path) ?? 'code' }
  if (target.kind === 'diff' || target.kind === 'binary') return []
  const [onlyHunk] = file.hunks
  if (file.status === 'added' && file.hunks.length === 1 && onlyHunk !== undefined) {
    return [reviewLinesOf(onlyHunk, target, report, false)]
  }
  return file.hunks.map((hunk) => reviewHunk(hunk, target, report))
}

function reviewHunk(hunk: readonly DiffLine[], target: Target, report: Report): Reading {
  const newSide = hunk.filter(({ sign }) => sign !== '-')
  if (!newSide.some(({ sign }) => sign === '+')) return 'parsed'
  const reading = reviewLinesOf(newSide, target, report, true)
  if (reading === 'parsed' || (target.kind !== 'javascript' && target.kind !== 'typescript')) return reading
  // The context may be what cannot be parsed.
  const runs = addedRuns(newSide).map((run) => reviewLinesOf(run, target, report, true))
  return runs.every((each) => each === 'parsed') ? 'parsed' : 'lines'
}

function reviewLinesOf(
  lines: readonly DiffLine[],
  { path, kind }: Target,
  report: Report,
  part: boolean,
): Reading {
  const reportAdded: Report = (rule, line, note) => {
    const found = lines[line - 1]
    if (found?.sign === '+') report(rule, found.newLine, note)
  }
  const text = lines.map((line) => line.text).join('\n')
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
