import { HEADER_UNITS } from '../characters/limits.ts'
import { pointAt } from '../characters/point-at.ts'
import { createExactRule } from '../header/exact-header.ts'
import { createFoldedRule } from '../header/folded-header.ts'
import { HEADER_KEYWORDS, readKeywords } from '../header/header-keywords.ts'
import type { HeaderRule } from '../header/header-rule.ts'
import type { HeaderMatch } from '../options/policy.ts'
import type { Pass } from './pass.ts'

/** The rules for the built-in keywords, which have no state, made once: it costs as much as 4 Ki units of clean text. */
const builtIn: { [match in HeaderMatch]?: HeaderRule } = {}

const createRule = (match: HeaderMatch, keywords: readonly string[]): HeaderRule =>
  (match === 'exact' ? createExactRule : createFoldedRule)(keywords)

function builtInRule(match: HeaderMatch): HeaderRule {
  builtIn[match] ??= createRule(match, HEADER_KEYWORDS)
  return builtIn[match]
}

export const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x09 || unit === 0x0a

/** Returns where the next unit stands that is neither blank nor LF. */
export function skipBlanks(text: string, from: number): number {
  let i = from
  while (i < text.length && isBlank(text.charCodeAt(i))) i++
  return i
}

const mayOpen = (rule: HeaderRule, text: string, start: number): boolean => rule.mayOpen(pointAt(text, start))

/** Returns where the header is to be changed that opens a line whose blanks end before `start`, or -1. */
function placeOfHeader(rule: HeaderRule, text: string, start: number, leavesSpaced: boolean): number {
  const place = mayOpen(rule, text, start) ? rule.find(text, start) : -1
  return place !== -1 && leavesSpaced && text.startsWith('  ', place - 2) ? -1 : place
}

/** Returns where the first header from a line's start on is to be changed, or -1. */
function findHeader(rule: HeaderRule, text: string, from: number, leavesSpaced: boolean): number {
  for (let lineStart = from; ; ) {
    const start = skipBlanks(text, lineStart)
    const place = placeOfHeader(rule, text, start, leavesSpaced)
    if (place !== -1) return place
    lineStart = text.indexOf('\n', start) + 1
    if (lineStart === 0) return -1
  }
}

/** Returns the text's length, or from where its last line has to be seen again: with two of its blanks. */
function findEnd(rule: HeaderRule, text: string, lastLine: number): number {
  const start = skipBlanks(text, lastLine)
  const needed = mayOpen(rule, text, start) ? HEADER_UNITS : 2
  return text.length - start < needed ? Math.max(lastLine, start - 2) : text.length
}

/** Whether a line of a whole text opens with a built-in keyword in any spelling. */
export const hasHeader = (text: string): boolean => findHeader(builtInRule('fold'), text, 0, true) !== -1

/** Whether a built-in keyword in any spelling can begin with this point; may say yes too often. */
export const mayOpenHeader = (point: number): boolean => builtInRule('fold').mayOpen(point)

/** Whether one does open a line whose blanks end before `start`, less than two blanks before it. */
export const opensHeader = (text: string, start: number): boolean =>
  placeOfHeader(builtInRule('fold'), text, start, true) !== -1

/**
 * Puts two blanks before a keyword that opens a line; where `leavesSpaced`, one that has them is left alone.
 *
 * Look-ahead: 64 code points, where nothing but tabs and spaces stands before on the line.
 */
export function createHeaderPass(
  keywords: readonly string[] | undefined,
  match: HeaderMatch,
  leavesSpaced: boolean,
): Pass {
  const rule = keywords === undefined ? builtInRule(match) : createRule(match, readKeywords(keywords))
  let isInLine = false

  return (text, isLast, sink) => {
    const lastLine = text.lastIndexOf('\n') + 1
    if (isInLine && lastLine === 0) return text.length
    const end = isLast ? text.length : findEnd(rule, text, lastLine)
    let lineStart = isInLine ? text.indexOf('\n') + 1 : 0
    isInLine = end === text.length && lastLine < end
    if (rule.mayMatch?.(text) === false) return end
    for (;;) {
      const place = findHeader(rule, text, lineStart, leavesSpaced)
      if (place === -1 || place >= end) return end
      sink.edit(place, place, '  ')
      lineStart = text.indexOf('\n', place) + 1
      if (lineStart === 0) return end
    }
  }
}
