import regexEscape from 'regex-escape'
import type { HeaderRule } from './header-rule.ts'

/** regex-escape writes `\-`, which the `u` flag refuses. */
const escapeWord = (word: string): string => regexEscape(word).replaceAll('\\-', '\\x2d')

/** V8 searches a needle of seven units and more without `memchr`. */
const NEEDLE_UNITS = 6

/** Whether a keyword in its own spelling stands anywhere; may say yes too often. */
export const hasKeyword = (text: string, keywords: readonly string[]): boolean =>
  keywords.some((word) => text.includes(word.slice(0, NEEDLE_UNITS)))

/** A keyword in its own spelling, after tabs and spaces, before White_Space, a colon or the end of the line. */
export function createExactRule(keywords: readonly string[]): HeaderRule {
  const initials = keywords.map((word) => word.charCodeAt(0))
  let pattern: RegExp | undefined
  return {
    toleratesBlanks: false,
    mayMatch: (text) => hasKeyword(text, keywords),
    isBody: (unit) => !initials.includes(unit),
    matches(text, start) {
      pattern ??= new RegExp(`(?:${keywords.map(escapeWord).join('|')})(?=[\\p{White_Space}:]|$)`, 'uy')
      pattern.lastIndex = start
      return pattern.test(text)
    },
    prefixLength: () => 0,
  }
}
