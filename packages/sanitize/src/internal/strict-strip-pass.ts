import { CANDIDATE, RIGHT_TO_LEFT_LETTER, traitsOf } from './code-point-traits.ts'
import { isBetween } from './is-between.ts'
import { keeps } from './keep-rules.ts'
import type { Pass } from './pass.ts'

const LF = 0x0a
const SPACE = 0x20
const ARABIC_LETTER_MARK = 0x061c
const LEFT_TO_RIGHT_MARK = 0x200e
const RIGHT_TO_LEFT_MARK = 0x200f
const NARROW_NO_BREAK_SPACE = 0x202f
const BRAILLE_BLANK = 0x2800
const BLACK_FLAG = 0x1f3f4

/** How far a directional mark looks ahead on its line for a letter that it could belong to. */
const AHEAD_POINTS = 64

/** The tags of the three subdivision flags that are recommended for general interchange: gbeng, gbsct, gbwls. */
const FLAG_TAGS =
  /^\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}$/u
const FLAG_UNITS = 12

/** Units beyond doubt; the others may begin a candidate. With more ranges V8 calls a function for each unit. */
const UNSURE =
  /[^\t\n -~\xa0-\xac\xae-\u034e\u0370-\u061b\u061d-\u115e\u1161-\u17b3\u1810-\u200a\u2010-\u2027\u2070-\u27ff\u2801-\u3163\u3165-\ud7ff\ud83c-\ud83e\udc00-\ufdcf\ufe10-\ufefe\uff00-\uff9f]/

/** Whether any pass of `strict` but the header pass could change the text; may say yes too often. */
export const mayHide = (text: string): boolean => UNSURE.test(text) || !text.isWellFormed()

const isAsciiAlphanumeric = (point: number): boolean =>
  isBetween(point, 0x30, 0x39) || isBetween(point | 0x20, 0x61, 0x7a)

const isDirectionalMark = (point: number): boolean =>
  point === LEFT_TO_RIGHT_MARK || point === RIGHT_TO_LEFT_MARK || point === ARABIC_LETTER_MARK

const isRightToLeftLetter = (traits: number): boolean =>
  (traits & RIGHT_TO_LEFT_LETTER) === RIGHT_TO_LEFT_LETTER

const unitsOf = (point: number): number => (point > 0xffff ? 2 : 1)

/** Whether a right-to-left letter stands near enough ahead on the line; `undefined` when that depends on text to come. */
type LetterSearch = (from: number, pointsBefore: number) => boolean | undefined

/** Asked at growing places, it looks at each point once. */
function createLetterSearch(text: string, isLast: boolean): LetterSearch {
  /** The next letter or LF, and how many points stand before it. */
  let index = -1
  let points = 0
  return (from, pointsBefore) => {
    if (index < from) {
      points = pointsBefore
      for (index = from; index < text.length; points++) {
        const point = text.codePointAt(index) ?? LF
        if (point === LF || isRightToLeftLetter(traitsOf(point))) break
        index += unitsOf(point)
      }
    }
    if (points - pointsBefore >= AHEAD_POINTS) return false
    if (index < text.length) return text.charCodeAt(index) !== LF
    return isLast ? false : undefined
  }
}

/**
 * Takes out what draws nothing, save where a script or an emoji needs it; U+202F and a U+2800 away from braille
 * become a space.
 *
 * Each decision uses the last point that was kept and the next raw one, so that a second run sees the same and
 * changes nothing. Look-ahead: one code point; 64 for a directional mark.
 */
export function createStrictStripPass(): Pass {
  let left = LF
  /** Whether a right-to-left letter stands before on the line. */
  let isRightToLeft = false

  return (text, isLast, sink) => {
    const unsure = text.search(UNSURE)
    let at = text.lastIndexOf('\n', unsure === -1 ? text.length : unsure) + 1
    if (at > 0) {
      left = LF
      isRightToLeft = false
    }
    // No letter below U+0590 is written from right to left: of a clean text only the last point counts then.
    if (unsure === -1 && !/[\u0590-\uffff]/.test(text)) at = Math.max(at, text.length - 1)
    const isLetterAhead = createLetterSearch(text, isLast)
    /** Whether a candidate stays; `undefined` when that depends on text to come. */
    const keepsAt = (point: number, right: number, after: number, points: number): boolean | undefined => {
      if (!isDirectionalMark(point)) return keeps(point, left, right)
      if ((traitsOf(right) & CANDIDATE) !== 0) return false
      if (isAsciiAlphanumeric(left) && isAsciiAlphanumeric(right)) return false
      return isRightToLeft || isLetterAhead(after, points)
    }

    let flagEnd = 0
    let right = text.codePointAt(at) ?? LF
    for (let points = 1; at < text.length; points++) {
      const point = right
      const after = at + unitsOf(point)
      right = text.codePointAt(after) ?? LF
      const traits = traitsOf(point)
      if ((traits & CANDIDATE) === 0) {
        left = point
        isRightToLeft = point !== LF && (isRightToLeft || isRightToLeftLetter(traits))
        at = after
        continue
      }
      if (left === BLACK_FLAG && isBetween(point, 0xe0020, 0xe007f)) {
        if (!isLast && text.length - at < FLAG_UNITS) break
        if (FLAG_TAGS.test(text.slice(at, at + FLAG_UNITS))) flagEnd = at + FLAG_UNITS
      }
      const isInFlag = at < flagEnd
      if (!isInFlag && after === text.length && !isLast) break
      const isKept = isInFlag || keepsAt(point, right, after, points)
      if (isKept === undefined) break
      if (isKept) left = point
      else if (point === NARROW_NO_BREAK_SPACE || point === BRAILLE_BLANK) {
        sink.edit(at, after, ' ')
        left = SPACE
      } else sink.edit(at, after, '')
      at = after
    }
    return at
  }
}
