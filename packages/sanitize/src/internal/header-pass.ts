import { createExactRule } from './exact-header.ts'
import { createFoldedRule } from './folded-header.ts'
import { HEADER_KEYWORDS, readKeywords } from './header-keywords.ts'
import type { HeaderRule } from './header-rule.ts'
import type { Pass } from './pass.ts'

/** How a header keyword is recognised: in its exact spelling, or in any that reads the same. */
export type HeaderMatch = 'exact' | 'fold'

/** Units that hold the look-ahead of 64 code points whatever they are. */
const WINDOW_UNITS = 128

/** So many marks of quotes and lists, or spaces besides tab and blank, make a prefix; with more it is the line's body. */
const MAX_PREFIX_MARKS = 64

const LF = 0x0a

/** The built-in rule of `fold`, which has no state, made once: it costs as much as 4 Ki units of clean text. */
let builtInFold: HeaderRule | undefined

function foldBuiltIn(): HeaderRule {
  builtInFold ??= createFoldedRule(HEADER_KEYWORDS)
  return builtInFold
}

function createRule(words: readonly string[], match: HeaderMatch): HeaderRule {
  if (match !== 'fold') return createExactRule(words)
  return words === HEADER_KEYWORDS ? foldBuiltIn() : createFoldedRule(words)
}

/** Whether a line could open with a built-in keyword in any spelling; may say yes too often. */
export const mayOpenHeader = (text: string): boolean => foldBuiltIn().mayMatch(text)

/**
 * Puts two blanks before a keyword that opens a line.
 *
 * Look-ahead: 64 code points, and only while nothing but a prefix stands before on the line.
 */
export function createHeaderPass(keywords: readonly string[] | undefined, match: HeaderMatch): Pass {
  const words = keywords === undefined ? HEADER_KEYWORDS : readKeywords(keywords)
  const rule = createRule(words, match)
  let isFirst = true
  let isInPrefix = true
  let blanks = 0
  let marks = 0

  return (text, isLast, sink) => {
    const isWhole = isFirst && isLast
    isFirst = false
    if (words.length === 0 || (isWhole && !rule.mayMatch(text))) return text.length
    for (let i = 0; i < text.length; ) {
      if (!isInPrefix) {
        const lineEnd = text.indexOf('\n', i)
        if (lineEnd === -1) return text.length
        i = lineEnd
      }
      const unit = text.charCodeAt(i)
      if (unit === LF) {
        isInPrefix = true
        blanks = 0
        marks = 0
        i++
      } else if (unit === 0x20 || unit === 0x09) {
        blanks = unit === 0x20 ? blanks + 1 : 0
        i++
      } else if (rule.isBody(unit)) {
        isInPrefix = false
      } else if (!isLast && text.length - i < WINDOW_UNITS && !text.includes('\n', i)) {
        return i
      } else if (rule.matches(text, i)) {
        if (!rule.toleratesBlanks || blanks < 2) sink.edit(i, i, '  ')
        isInPrefix = false
      } else {
        const length = rule.prefixLength(text, i)
        isInPrefix = length > 0 && ++marks <= MAX_PREFIX_MARKS
        blanks = 0
        i += length
      }
    }
    return text.length
  }
}
