import regexEscape from 'regex-escape'
import { KEYWORD_UNITS } from '../characters/limits.ts'
import type { HeaderRule } from './header-rule.ts'

/** V8 searches a needle of seven units and more without `memchr`. */
const NEEDLE_UNITS = 6

/** Whether a keyword in its own spelling stands anywhere; may say yes too often. */
export const hasKeyword = (text: string, keywords: readonly string[]): boolean =>
  keywords.some((word) => text.includes(word.slice(0, NEEDLE_UNITS)))

/** A keyword in its own spelling before White_Space, a colon or the end of the line. */
export function createExactRule(keywords: readonly string[]): HeaderRule {
  const initials = keywords.map((word) => word.codePointAt(0))
  const words = keywords.map((word) => regexEscape(word)).join('|')
  const pattern = new RegExp(`^(?:${words})(?=[:\\x85]|(?!\\ufeff)\\s|$)`)
  return {
    mayMatch: (text) => hasKeyword(text, keywords),
    mayOpen: (point) => initials.includes(point),
    find: (text, start) => (pattern.test(text.slice(start, start + KEYWORD_UNITS)) ? start : -1),
  }
}
