import { type Report, ruleCatalog } from '../rules/rule-catalog.ts'
import type { SourceContext } from '../source/source-context.ts'
import { completeFragment } from './complete-fragment.ts'
import { lintCode } from './lint-code.ts'
import { maxChunkUnits, splitCode } from './split-code.ts'

type ScriptKind = 'javascript' | 'typescript'

/**
 * Lints JavaScript or TypeScript with ESLint, at most 256 Ki code units a call, and returns whether all of it parsed.
 * What does not parse is reported as such, unless it is a part, of which no parser can be expected to make sense.
 */
export function reviewJavascript(
  text: string,
  kind: ScriptKind,
  report: Report,
  context: SourceContext,
): boolean {
  if (context.part) return lintPart(text, kind, report)
  const minified = isMinified(text)
  if (minified) report('code/minified', 1)
  const chunks = splitCode(text)
  let parsed = chunks.length > 0
  for (const { code, firstLine } of chunks) {
    const reportHere: Report = (rule, line, note) => {
      // Form means nothing in generated code; a risk stays one.
      if (!minified || ruleCatalog.get(rule)?.lens === 'caspar') report(rule, line + firstLine - 1, note)
    }
    const whole = chunks.length === 1
    const failure = lintCode(code, { kind, extent: whole ? 'file' : 'chunk' }, reportHere)
    if (failure === undefined) continue
    parsed = false
    report(whole ? 'js/syntax' : 'code/unparsed', failure.line + firstLine - 1)
  }
  return parsed
}

/** A hunk begins and ends anywhere: what it leaves open or closes is completed around it. */
function lintPart(code: string, kind: ScriptKind, report: Report): boolean {
  if (code.length > maxChunkUnits) {
    report('code/unparsed', 1)
    return false
  }
  return [code, ...completeFragment(code)].some(
    (candidate) =>
      candidate.length <= maxChunkUnits &&
      lintCode(candidate, { kind, extent: 'fragment', lines: code.split('\n').length }, report) === undefined,
  )
}

function isMinified(text: string): boolean {
  return text.length > 2000 && text.length > 300 * text.split('\n').length
}
