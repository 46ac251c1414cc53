import type { Analysis } from './analysis.ts'
import { reviewEmbeddedCode } from './embedded/review-embedded-code.ts'
import { reviewJavascript } from './javascript/review-javascript.ts'
import { reviewJson } from './json/review-json.ts'
import { reviewCodeLines } from './lines/review-code-lines.ts'
import { reviewLines } from './lines/review-lines.ts'
import { reviewProse } from './prose/review-prose.ts'
import { reviewPython } from './python/review-python.ts'
import type { Report } from './rules/rule-catalog.ts'
import type { Kind } from './source/kind.ts'
import type { SourceContext } from './source/source-context.ts'

// Files whose presence is all they say.
const emptyOnPurpose = /(?:^|\/)(?:__init__\.py|py\.typed|\.(?:git)?keep|\.nojekyll)$/

/** Reviews one text of a known kind, and returns how it was read. */
export function reviewSource(
  text: string,
  kind: Kind,
  report: Report,
  context: SourceContext,
): Analysis['reading'] {
  if (text.trim() === '') {
    if (emptyOnPurpose.test(context.path ?? '')) return 'lines'
    report('text/empty', 1)
    return 'none'
  }
  reviewLines(text, kind, report)
  const reading = readTree(text, kind, report, context)
  // A tree of code sees more than patterns. A document may be code whose author calls it one.
  if (reading !== 'parsed') {
    reviewCodeLines(text, kind, report, context)
    reviewEmbeddedCode(text, kind, report)
  }
  return reading
}

function readTree(text: string, kind: Kind, report: Report, context: SourceContext): Analysis['reading'] {
  switch (kind) {
    case 'javascript':
    case 'typescript':
      if (reviewJavascript(text, kind, report, context)) return 'parsed'
      break
    case 'python':
      if (reviewPython(text, report, context)) return 'parsed'
      break
    case 'markdown':
    case 'text':
      reviewProse(text, report, context)
      return 'prose'
    case 'binary':
      report('text/binary', 1)
      return 'none'
    case 'json':
      if (!context.part) reviewJson(text, report)
      break
  }
  return 'lines'
}
