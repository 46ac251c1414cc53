import regexEscape from 'regex-escape'
import type { HeaderRule } from './header-rule.ts'

/** regex-escape writes `\-`, which the `u` flag refuses. */
const escapeWord = (word: string): string => regexEscape(word).replaceAll('\\-', '\\x2d')

/** A keyword in its own spelling, after tabs and spaces, before White_Space, a colon or the end of the line. */
export function createExactRule(keywords: readonly string[]): HeaderRule {
  const initials = new Set(keywords.map((word) => word.charCodeAt(0)))
  const pattern = new RegExp(`(?:${keywords.map(escapeWord).join('|')})(?=[\\p{White_Space}:]|$)`, 'uy')
  return {
    toleratesBlanks: false,
    matches(text, start) {
      if (!initials.has(text.charCodeAt(start))) return false
      pattern.lastIndex = start
      return pattern.test(text)
    },
    prefixLength: () => 0,
  }
}
