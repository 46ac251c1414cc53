import type { FindingCollector } from '../rules/collect-findings.ts'
import { kindOfPath } from '../source/detect-kind.ts'
import type { Kind } from '../source/kind.ts'
import type { DiffFile, DiffLine } from './read-diff.ts'

const testPath =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testing)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_[^/]+\.py$|(?:^|\/)conftest\.py$|Tests?\.(?:java|cs|kt)$/
const data = /\.(?:jsonc|json5|proto|graphql)$/i
const codeKinds: ReadonlySet<Kind | undefined> = new Set<Kind>([
  'javascript',
  'typescript',
  'python',
  'shell',
  'code',
])
const testCase = /^\s*(?:(?:it|test)(?:\.\w+)?\(|(?:async\s+)?def\s+test_|func\s+Test\w+\(|@Test\b|#\[test\])/
const skippedTest =
  /\b(?:it|test|describe|suite|context)\.(?:skip|only|todo|fixme)\(|\b[xf](?:it|describe)\(|@(?:pytest\.mark\.(?:skip|xfail)|unittest\.skip|Disabled\b|Ignore\b)|\bt\.Skip\(|#\[ignore\]/
const installScript = /^\s*"(?:preinstall|install|postinstall|prepare)"\s*:/

const enoughToNeedTests = 10
const largeDiff = 800

/** Reports what shows only when all files of a diff are seen together. */
export function reviewChangeSet(files: readonly DiffFile[], reportFor: FindingCollector['reportFor']): void {
  reviewTestCoverage(files, reportFor)
  reviewRemovedTests(files, reportFor)
  for (const file of files) reviewMarks(file, reportFor)
  const changed = files.flatMap(changedLines).length
  if (changed > largeDiff && files[0] !== undefined)
    reportFor(files[0].path)('diff/large', 1, `${changed} lines changed.`)
}

function reviewTestCoverage(files: readonly DiffFile[], reportFor: FindingCollector['reportFor']): void {
  if (files.some(({ path, status }) => testPath.test(path) && status !== 'deleted')) return
  const added = files
    .filter(({ path, status }) => status !== 'deleted' && isCode(path))
    .flatMap((file) =>
      changedLines(file)
        .filter(isAddedCode)
        .map((line) => ({ file, line })),
    )
  const [first] = added
  if (first === undefined) return
  const rule = added.length >= enoughToNeedTests ? 'diff/no-tests' : 'diff/no-tests-small'
  reportFor(first.file.path)(rule, first.line.newLine)
}

function reviewRemovedTests(files: readonly DiffFile[], reportFor: FindingCollector['reportFor']): void {
  const tests = files.filter(({ path }) => testPath.test(path))
  for (const { path, status } of tests) if (status === 'deleted') reportFor(path)('diff/test-deleted', 1)
  const cases = tests
    .filter(({ status }) => status !== 'deleted')
    .flatMap((file) =>
      changedLines(file)
        .filter(({ text }) => testCase.test(text))
        .map((line) => ({ file, line })),
    )
  const removed = cases.filter(({ line }) => line.sign === '-')
  const [first] = removed
  const added = cases.length - removed.length
  if (first === undefined || removed.length <= added) return
  reportFor(first.file.path)(
    'diff/tests-removed',
    first.line.newLine,
    `${removed.length} removed, ${added} added.`,
  )
}

function reviewMarks(file: DiffFile, reportFor: FindingCollector['reportFor']): void {
  const report = reportFor(file.path)
  for (const { sign, text, newLine } of file.hunks.flat()) {
    if (sign !== '+' || text.length > 1000) continue
    if (testPath.test(file.path) && skippedTest.test(text)) report('diff/test-skipped', newLine)
    if (/(?:^|\/)package\.json$/.test(file.path) && installScript.test(text))
      report('diff/executable-script', newLine)
  }
}

const changedLines = ({ hunks }: DiffFile): readonly DiffLine[] =>
  hunks.flat().filter(({ sign }) => sign !== ' ')

const isCode = (path: string): boolean => codeKinds.has(kindOfPath(path)) && !data.test(path)

const isAddedCode = ({ sign, text }: DiffLine): boolean =>
  sign === '+' && /^\s*(?!\/\/|#|\*|\/\*)\S/.test(text)
