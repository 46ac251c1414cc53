import type { Analysis, AnalysisInput } from './analysis.ts'
import { reviewDiff } from './review-diff.ts'
import { reviewSource } from './review-source.ts'
import { collectFindings } from './rules/collect-findings.ts'
import { detectKind, kindNames } from './source/detect-kind.ts'
import { readLabel } from './source/read-label.ts'

/** Returns what each lens finds in a content, once for all three. Deterministic; reads nothing but its argument. */
export function analyzeContent({ mode, content }: AnalysisInput): Analysis {
  const label = readLabel(content)
  const kind = detectKind(label.text, label.path)
  const collector = collectFindings(mode)
  const reading =
    kind === 'diff'
      ? reviewDiff(label.text, collector.reportFor)
      : reviewSource(label.text, kind, collector.reportFor(label.path), {
          path: label.path,
          part: false,
        })
  return {
    kind: kindNames[kind],
    lines: label.text === '' ? 0 : label.text.split('\n').length - (label.text.endsWith('\n') ? 1 : 0),
    reading,
    lenses: {
      melchior: collector.findingsOf('melchior'),
      balthasar: collector.findingsOf('balthasar'),
      caspar: collector.findingsOf('caspar'),
    },
  }
}
