import { lintAround } from '../javascript/lint-around.ts'
import { reviewDisguisedJavascript } from '../javascript/review-javascript.ts'
import { reviewDisguisedPython, reviewPython } from '../python/review-python.ts'
import { type Report, ruleCatalog } from '../rules/rule-catalog.ts'
import { kindOfLanguage } from '../source/detect-kind.ts'
import type { Kind } from '../source/kind.ts'
import { type EmbeddedCode, linesOf } from './embedded-code.ts'
import { findFencedCode } from './find-fenced-code.ts'
import { findMarkedCode } from './find-marked-code.ts'
import { findScripts } from './find-scripts.ts'
import { readNotebook } from './read-notebook.ts'

/** Each goes through several parsers. */
const maxPieces = 500
/** Of pieces that do not parse, together. */
const maxUnitsAround = 65_536

// Lines of code may bear a mark where lines are not code.
const marked: ReadonlySet<Kind> = new Set<Kind>(['markdown', 'text', 'yaml'])

/**
 * Reports warnings and worse in the JavaScript, TypeScript and Python that stands in a text of another kind: in fences,
 * script elements, notebooks, and behind marks or numbers. Of more than 500 pieces the rest is reported as not parsed.
 */
export function reviewEmbeddedCode(text: string, kind: Kind, report: Report): void {
  let left = maxPieces
  let unitsAround = maxUnitsAround
  const lintFailed: typeof lintAround = (code, ...rest) => {
    unitsAround -= code.length
    if (unitsAround >= 0) lintAround(code, ...rest)
  }
  for (const piece of piecesOf(text, kind)) {
    // Without any of these nothing is called, assigned or declared.
    if (!piece.lines.some(({ text: line }) => /[(={]/.test(line))) continue
    left -= 1
    if (left < 0) {
      report('code/unparsed', piece.lines[0]?.number ?? 1)
      return
    }
    reviewPiece(piece, report, lintFailed)
  }
}

function* piecesOf(text: string, kind: Kind): Generator<EmbeddedCode> {
  const lines = linesOf(text)
  yield* findScripts(text)
  yield* findFencedCode(lines)
  const notebook = kind === 'json' ? readNotebook(text) : []
  yield* notebook
  for (const cell of notebook) yield* findFencedCode(cell.lines)
  if (marked.has(kind)) yield* findMarkedCode(lines)
}

function reviewPiece({ lines, language }: EmbeddedCode, report: Report, lintFailed: typeof lintAround): void {
  const code = lines.map(({ text }) => text).join('\n')
  const kind = language === undefined ? undefined : kindOfLanguage(language)
  let found = false
  const reportHere: Report = (rule, line, note) => {
    if (ruleCatalog.get(rule)?.severity === 'info') return
    found = true
    report(rule, lines[line - 1]?.number ?? 1, note)
  }
  if (kind === 'python') {
    reviewPython(code, reportHere, { path: undefined, part: true })
    return
  }
  if (kind === 'javascript' || kind === 'typescript') {
    reviewDisguisedJavascript(code, reportHere, { kind, lintFailed })
    return
  }
  reviewDisguisedJavascript(code, reportHere)
  // A call of a function may be both.
  if (!found) reviewDisguisedPython(code, reportHere)
}
