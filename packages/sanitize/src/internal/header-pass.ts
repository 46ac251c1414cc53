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
const builtIn: { [match in HeaderMatch]?: HeaderRule } = {}

const createRule = (keywords: readonly string[], match: HeaderMatch): HeaderRule =>
  match === 'fold' ? createFoldedRule(keywords) : createExactRule(keywords)

function builtInRule(match: HeaderMatch): HeaderRule {
  const kind = match === 'fold' ? 'fold' : 'exact'
  builtIn[kind] ??= createRule(HEADER_KEYWORDS, kind)
  return builtIn[kind]
}

function skipBlanks(text: string, from: number): number {
  let i = from
  for (let unit = text.charCodeAt(i); unit === 0x20 || unit === 0x09; ) unit = text.charCodeAt(++i)
  return i
}

/** Answers where the first header from a line's start on is to be changed, or -1. */
function findHeader(rule: HeaderRule, text: string, from: number): number {
  for (let i = skipBlanks(text, from); i < text.length; i = skipBlanks(text, i + 1)) {
    if (text.charCodeAt(i) === LF) continue
    const place = rule.mayOpen(text.codePointAt(i) ?? LF) ? rule.find(text, i) : -1
    if (place !== -1) return place
    i = text.indexOf('\n', i)
    if (i === -1) break
  }
  return -1
}

/** Answers the text's length, or from where its last line has to be seen again: with two of its blanks. */
function findEnd(rule: HeaderRule, text: string, lastLine: number): number {
  const start = skipBlanks(text, lastLine)
  const needed = rule.mayOpen(text.codePointAt(start) ?? LF) ? WINDOW_UNITS : 2
  return text.length - start < needed ? Math.max(lastLine, start - 2) : text.length
}

/** Whether a line of a whole text opens with a built-in keyword in any spelling. */
export const hasHeader = (text: string): boolean => findHeader(builtInRule('fold'), text, 0) !== -1

/**
 * Puts two blanks before a keyword that opens a line.
 *
 * Look-ahead: 64 code points, where nothing but tabs and spaces stands before on the line.
 */
export function createHeaderPass(keywords: readonly string[] | undefined, match: HeaderMatch): Pass {
  const rule = keywords === undefined ? builtInRule(match) : createRule(readKeywords(keywords), match)
  let isInLine = false

  return (text, isLast, sink) => {
    const lastLine = text.lastIndexOf('\n') + 1
    if (isInLine && lastLine === 0) return text.length
    const end = isLast ? text.length : findEnd(rule, text, lastLine)
    let lineStart = isInLine ? text.indexOf('\n') + 1 : 0
    if (!rule.mayMatch(text)) lineStart = lastLine
    isInLine = end === text.length && lastLine < end
    for (;;) {
      const place = findHeader(rule, text, lineStart)
      if (place === -1 || place >= end) return end
      sink.edit(place, place, '  ')
      lineStart = text.indexOf('\n', place) + 1
      if (lineStart === 0) return end
    }
  }
}
