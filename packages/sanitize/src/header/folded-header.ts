import regexEscape from 'regex-escape'
import { LF } from '../characters/code-points.ts'
import { HEADER_POINTS } from '../characters/limits.ts'
import { pointAt, unitsOf } from '../characters/point-at.ts'
import { foldPoint } from './fold-point.ts'
import type { HeaderRule } from './header-rule.ts'

/** What may stand before a keyword: White_Space, quote marks, list markers, a list's numbers (CommonMark: nine digits). */
const PREFIX = '(?:[ >]|[-\u2014*+](?= )|\\d{1,9}[.)](?= ))*?'

/**
 * Two dashes or more, or one that is not ASCII's, each with a blank behind it or not. More than 16 are a rule, not a
 * mark. Within a row of list markers they are not looked for again at each.
 */
const DASHES = '(?<![-\u2014] (?=[-\u2014] ))(?:\u2014|- ?[-\u2014])(?: ?[-\u2014]){0,14} ?'

/** In place of what a code point folds to where no header holds it; behind it a line need not be read. */
const FOREIGN = false

/** Pages of 256 that hold every code point. */
const PAGES = 0x1100

/**
 * Remembers every answer: a text can ask for each code point there is, line after line, and working one out takes a
 * microsecond. All of them take some 25 MB.
 */
function memoize<Answer>(compute: (point: number) => Answer): (point: number) => Answer {
  const pages = new Array<Answer[] | undefined>(PAGES)
  return (point) => {
    pages[point >> 8] ??= []
    const page = pages[point >> 8] as Answer[]
    page[point & 0xff] ??= compute(point)
    return page[point & 0xff] as Answer
  }
}

/** For the rules of all calls: what a code point folds to does not depend on the keywords. */
const foldOnce = /* @__PURE__ */ memoize(foldPoint)

/** An expression for whatever reads like a folded word: O and 0 are one; so are I, l, 1 and the bar. */
const disguised = (folded: string): string =>
  regexEscape(folded)
    .replace(/[o0]/g, '[o0]')
    .replace(/[il1]|\\\|/g, '[il1|]')
    .replace(/(?:\\-)+/g, (dashes) => (dashes.length > 2 ? DASHES : '[-\u2014]'))

/** An expression for one of several, or for nothing at all. */
const anyOf = (expressions: readonly string[]): string => `(?:${[...expressions, '(?!)'].join('|')})`

/**
 * A keyword in any spelling that reads the same: case, width, look-alike letters, other dashes. One that is not exact
 * needs a colon or the line's end after it, so that prose stays.
 */
export function createFoldedRule(keywords: readonly string[]): HeaderRule {
  const words = keywords
    .map((word) => Array.from(word, (char) => foldPoint(char.codePointAt(0) ?? LF)).join(''))
    .filter(Boolean)
  const literals = words.map((word) => regexEscape(word))
  const header = new RegExp(`^(${PREFIX})(?:${anyOf(words.map(disguised))} *[:\n]|${anyOf(literals)}( ))`)
  // Of a row of dashes one may be all there is.
  const shortest = Math.min(...words.map((word) => word.replace(/-+/g, '-').length))
  const opener = new RegExp(
    `^(?:$|[ >*+\\d\u2014-]|${anyOf(words.map((word) => disguised(word.charAt(0))))})`,
  )
  const foreign = new RegExp(`[^ >*+\\d.):\nilo|\u2014${literals.join('')}-]`)
  const fold = memoize((point): string | typeof FOREIGN => {
    const folded = foldOnce(point)
    return foreign.test(folded) ? FOREIGN : folded
  })

  /** Folds a line before a point that no header holds, or up to the one that brings more than `most` characters. */
  const foldLine = (text: string, start: number, most: number) => {
    let folded = ''
    let place = start
    for (let left = HEADER_POINTS; left > 0; left--) {
      const point = pointAt(text, place)
      const part = fold(point)
      if (part === FOREIGN) break
      folded += part
      if (point === LF || folded.length > most) break
      place += unitsOf(point)
    }
    return { folded, place }
  }

  return {
    mayOpen: memoize((point) => {
      const folded = fold(point)
      return folded !== FOREIGN && opener.test(folded)
    }),
    find(text, start) {
      const { folded } = foldLine(text, start, Number.POSITIVE_INFINITY)
      const match = folded.length > shortest ? header.exec(folded) : null
      if (match === null) return -1
      const [, prefix = '', needsExact] = match
      const { place } = foldLine(text, start, prefix.length)
      const isExact = () => keywords.some((word) => text.startsWith(word, place))
      return needsExact !== undefined && !isExact() ? -1 : place
    },
  }
}
