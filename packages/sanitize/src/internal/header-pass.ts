import { createExactRule } from './exact-header.ts'
import { createFoldedRule } from './folded-header.ts'
import { HEADER_KEYWORDS, readKeywords } from './header-keywords.ts'
import type { HeaderRule } from './header-rule.ts'
import type { Pass } from './pass.ts'

/** How a header keyword is recognised: in its exact spelling, or in any that reads the same. */
export type HeaderMatch = 'exact' | 'fold'

/** Units that hold the look-ahead of 64 code points whatever they are. */
const WINDOW_UNITS = 128

const LF = 0x0a

/** The rules for the built-in keywords, which have no state, made once: it costs as much as 4 Ki units of clean text. */
const builtIn = new Map<HeaderMatch, HeaderRule>()

function ruleFor(keywords: readonly string[], match: HeaderMatch): HeaderRule {
  const isBuiltIn = keywords === HEADER_KEYWORDS
  const made = isBuiltIn ? builtIn.get(match) : undefined
  if (made !== undefined) return made
  const rule = match === 'fold' ? createFoldedRule(keywords) : createExactRule(keywords)
  if (isBuiltIn) builtIn.set(match, rule)
  return rule
}

function skipBlanks(text: string, from: number): number {
  let i = from
  while (text.charCodeAt(i) === 0x20 || text.charCodeAt(i) === 0x09) i++
  return i
}

/**
 * Puts two blanks before a keyword that opens a line.
 *
 * Look-ahead: 64 code points, where nothing but tabs and spaces stands before on the line.
 */
export function createHeaderPass(keywords: readonly string[] | undefined, match: HeaderMatch): Pass {
  const rule = ruleFor(keywords === undefined ? HEADER_KEYWORDS : readKeywords(keywords), match)
  let isLineStart = true

  return (text, isLast, sink) => {
    if (isLast && !rule.mayMatch(text)) return text.length
    for (let lineStart = 0; ; ) {
      let start = lineStart
      if (isLineStart) {
        start = skipBlanks(text, start)
        const mayOpen = rule.mayOpen(text.codePointAt(start) ?? LF)
        const isUndecided = !isLast && text.length - start < (mayOpen ? WINDOW_UNITS : 2)
        // Blanks are seen again, as many as matter.
        if (isUndecided && !text.includes('\n', start)) return Math.max(lineStart, start - 2)
        const place = mayOpen ? rule.find(text, start) : -1
        if (place !== -1 && !(rule.toleratesBlanks && text.startsWith('  ', place - 2)))
          sink.edit(place, place, '  ')
      }
      const lineEnd = text.indexOf('\n', start)
      isLineStart = lineEnd !== -1
      if (!isLineStart) return text.length
      lineStart = lineEnd + 1
    }
  }
}

/** Whether a line of a whole text opens with a built-in keyword in any spelling. */
export function mayOpenHeader(text: string): boolean {
  const rule = ruleFor(HEADER_KEYWORDS, 'fold')
  for (let lineStart = 0; ; ) {
    const start = skipBlanks(text, lineStart)
    if (rule.mayOpen(text.codePointAt(start) ?? LF) && rule.find(text, start) !== -1) return true
    lineStart = text.indexOf('\n', start) + 1
    if (lineStart === 0) return false
  }
}
