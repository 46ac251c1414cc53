import type { Analysis, AnalysisInput } from './analysis.ts'
import { readDiff } from './diff/read-diff.ts'
import { lintAround } from './javascript/lint-around.ts'
import { reviewDisguisedJavascript } from './javascript/review-javascript.ts'
import { frontMatter } from './prose/split-markdown.ts'
import { reviewDisguisedPython } from './python/review-python.ts'
import { reviewChangedFiles, reviewDiff } from './review-diff.ts'
import { reviewSource } from './review-source.ts'
import { collectFindings, type FindingCollector } from './rules/collect-findings.ts'
import type { Report } from './rules/rule-catalog.ts'
import { changesLines, detectKind, kindNames } from './source/detect-kind.ts'
import type { Kind } from './source/kind.ts'
import { type LabelledText, readLabel } from './source/read-label.ts'

/** Returns what each lens finds in a content, once for all three. Deterministic; reads nothing but its argument. */
export function analyzeContent({ mode, content }: AnalysisInput): Analysis {
  const label = readLabel(content)
  const kind = detectKind(label.text, label.path)
  const collector = collectFindings(mode)
  return {
    kind: kindNames[kind],
    lines: label.text === '' ? 0 : label.text.split('\n').length - (label.text.endsWith('\n') ? 1 : 0),
    reading: review(label, kind, collector.reportFor),
    lenses: {
      melchior: collector.findingsOf('melchior'),
      balthasar: collector.findingsOf('balthasar'),
      caspar: collector.findingsOf('caspar'),
    },
  }
}

/** Its label and its looks are the content's own words: they say how to read it, and what else it is is read as well. */
function review(
  { text, path }: LabelledText,
  kind: Kind,
  reportFor: FindingCollector['reportFor'],
): Analysis['reading'] {
  const diff = readDiff(text)
  const report = reportFor(path)
  const isDiff = kind === 'diff' && changesLines(diff)
  const reading = isDiff
    ? reviewDiff(diff, reportFor)
    : reviewSource(text, kind === 'diff' ? 'text' : kind, report, { path, part: false })
  if (!isDiff && changesLines(diff)) reviewChangedFiles(diff.files, reportFor)
  if (isDiff || reading !== 'parsed' || kind === 'python') reviewDisguisedCode(text, diff.rest, kind, report)
  return reading
}

/** Code is all of a text, or what is left of it without a diff and the lines that no parser accepts. */
function reviewDisguisedCode(text: string, rest: string, kind: Kind, report: Report): void {
  const whole = withoutFrontMatter(text)
  const isScript = reviewDisguisedJavascript(whole, report)
  if (isScript || (kind !== 'python' && reviewDisguisedPython(whole, report))) return
  reviewDisguisedJavascript(withoutFrontMatter(rest), report, { lintFailed: lintAround })
  if (rest !== text) reviewDisguisedPython(rest, report)
}

const withoutFrontMatter = (text: string): string =>
  text.replace(frontMatter, (matter) => matter.replace(/[^\n]/g, ''))
