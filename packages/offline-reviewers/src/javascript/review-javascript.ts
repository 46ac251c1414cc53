import { type Report, ruleCatalog } from '../rules/rule-catalog.ts'
import type { SourceContext } from '../source/source-context.ts'
import { completeFragment } from './complete-fragment.ts'
import { lintAround } from './lint-around.ts'
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
  const lines = text.split('\n')
  const minified = isMinified(text)
  if (minified) report('code/minified', 1)
  const { chunks, leftOut } = splitCode(text)
  for (const line of leftOut) report('code/unparsed', line)
  let parsed = leftOut.length === 0
  for (const { code, firstLine } of chunks) {
    const reportHere: Report = (rule, line, note) => {
      // Form means nothing in generated code; a risk stays one, and so does a line that is not generated.
      const generated = minified && (lines[line + firstLine - 2]?.length ?? 0) > 300
      if (!generated || ruleCatalog.get(rule)?.lens === 'caspar') report(rule, line + firstLine - 1, note)
    }
    const whole = chunks.length === 1 && leftOut.length === 0
    const failure = lintCode(code, { kind, extent: whole ? 'file' : 'chunk' }, reportHere)
    if (failure === undefined) continue
    parsed = false
    lintAround(code, kind, failure, reportHere)
    report(whole ? 'js/syntax' : 'code/unparsed', failure.line + firstLine - 1)
  }
  return parsed
}

interface DisguisedScript {
  /** What it is called, if it is. */
  readonly kind?: ScriptKind
  /** What is done about code that does not parse. */
  readonly lintFailed?: typeof lintAround
}

/** Reports warnings and worse in what may be JavaScript or TypeScript within another text, and returns whether some of it is, whole. */
export function reviewDisguisedJavascript(
  text: string,
  report: Report,
  { kind, lintFailed }: DisguisedScript = {},
): boolean {
  if (text.trim() === '') return false
  // A word or a list of values is an expression too, without any effect.
  const reportFault: Report = (rule, line, note) => {
    if (rule !== 'no-unused-expressions' && ruleCatalog.get(rule)?.severity !== 'info')
      report(rule, line, note)
  }
  const parsed = splitCode(text).chunks.map(({ code, firstLine }) => {
    const reportHere: Report = (rule, line, note) => reportFault(rule, line + firstLine - 1, note)
    const asked = kind ?? (typed.test(code) ? 'javascript' : 'untyped')
    const failure = lintCode(code, { kind: asked, extent: 'chunk' }, reportHere)
    if (failure !== undefined) lintFailed?.(code, asked, failure, reportHere)
    return failure === undefined
  })
  return parsed.includes(true)
}

// What code with types has somewhere: TypeScript's parser need not be loaded for prose.
const typed = /[;{}()=]$/m

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
