import {
  CANDIDATE,
  CONDITIONAL,
  CURSIVE_AREA,
  JOINING_LETTER,
  LETTER,
  MARK,
  PICTOGRAPH,
  STACKER,
  traitsOf,
} from './code-point-traits.ts'
import type { Pass } from './pass.ts'
import { RightToLeftWatch } from './right-to-left.ts'
import { findCandidate } from './strict-candidates.ts'

const LF = 0x0a
const COMBINING_GRAPHEME_JOINER = 0x034f
const ARABIC_LETTER_MARK = 0x061c
const CHOSEONG_FILLER = 0x115f
const JUNGSEONG_FILLER = 0x1160
const ZERO_WIDTH_NON_JOINER = 0x200c
const ZERO_WIDTH_JOINER = 0x200d
const LEFT_TO_RIGHT_MARK = 0x200e
const RIGHT_TO_LEFT_MARK = 0x200f
const NARROW_NO_BREAK_SPACE = 0x202f
const ENCLOSING_KEYCAP = 0x20e3
const BRAILLE_BLANK = 0x2800
const TEXT_STYLE = 0xfe0e
const EMOJI_STYLE = 0xfe0f
const BLACK_FLAG = 0x1f3f4

const CANCEL_TAG = 0xe007f
const SPACE = 0x20

/** The three subdivision flags that are recommended for general interchange, as tag characters. */
const FLAGS: readonly string[] = /* @__PURE__ */ ['gbeng', 'gbsct', 'gbwls'].map((region) =>
  String.fromCodePoint(...Array.from(region, (letter) => 0xe0000 + letter.charCodeAt(0)), 0xe007f),
)

const FLAG_UNITS = 12

const isFlag = (text: string, start: number): boolean => FLAGS.some((tags) => text.startsWith(tags, start))
const isTag = (point: number): boolean => point >= 0xe0020 && point <= CANCEL_TAG

const has = (point: number, traits: number): boolean => (traitsOf(point) & traits) !== 0
const isBetween = (point: number, first: number, last: number): boolean => point >= first && point <= last
const isAsciiAlphanumeric = (point: number): boolean =>
  isBetween(point, 0x30, 0x39) || isBetween(point | 0x20, 0x61, 0x7a)
const isKeycapBase = (point: number): boolean =>
  isBetween(point, 0x30, 0x39) || point === 0x23 || point === 0x2a
const isStyle = (point: number): boolean => point === TEXT_STYLE || point === EMOJI_STYLE
const isMongolianLetter = (point: number): boolean =>
  (isBetween(point, 0x1820, 0x18aa) || isBetween(point, 0x11660, 0x1166c)) && has(point, LETTER)
const isMongolianSelector = (point: number): boolean => isBetween(point, 0x180b, 0x180f)
const isBraille = (point: number): boolean => isBetween(point, BRAILLE_BLANK, 0x28ff)
const isLeadingJamo = (point: number): boolean =>
  isBetween(point, 0x1100, 0x115e) || isBetween(point, 0xa960, 0xa97c)
const isVowelJamo = (point: number): boolean =>
  isBetween(point, 0x1161, 0x11a7) || isBetween(point, 0xd7b0, 0xd7c6)

/** A joiner between emoji, between letters that join, after a virama, or (ZWJ) after a letter that shows its joined form. */
function keepsJoiner(point: number, left: number, right: number): boolean {
  if (has(left, STACKER)) return true
  if (point === ZERO_WIDTH_JOINER && (has(left, PICTOGRAPH) || isStyle(left))) return has(right, PICTOGRAPH)
  if (has(right, CANDIDATE)) return false
  if (!has(left, JOINING_LETTER) && !isMongolianSelector(left)) return false
  return (
    has(right, JOINING_LETTER) ||
    (point === ZERO_WIDTH_JOINER && has(left, CURSIVE_AREA) && !has(right, LETTER))
  )
}

/** Whether a candidate stays, by the last point kept before it and the next raw point after it. */
function keeps(point: number, left: number, right: number): boolean {
  switch (point) {
    case ZERO_WIDTH_NON_JOINER:
    case ZERO_WIDTH_JOINER:
      return keepsJoiner(point, left, right)
    case EMOJI_STYLE:
      return has(left, PICTOGRAPH) || (isKeycapBase(left) && right === ENCLOSING_KEYCAP)
    case TEXT_STYLE:
      return has(left, PICTOGRAPH)
    case COMBINING_GRAPHEME_JOINER:
      return has(left, MARK) && !has(left, CANDIDATE) && has(right, MARK) && !has(right, CANDIDATE)
    case CHOSEONG_FILLER:
      return isVowelJamo(right)
    case JUNGSEONG_FILLER:
      return isLeadingJamo(left)
    case BRAILLE_BLANK:
      return isBraille(left) || (isBraille(right) && right !== BRAILLE_BLANK)
    default:
      return isMongolianSelector(point) && isMongolianLetter(left)
  }
}

const isDirectionalMark = (point: number): boolean =>
  point === LEFT_TO_RIGHT_MARK || point === RIGHT_TO_LEFT_MARK || point === ARABIC_LETTER_MARK

/**
 * Takes out what draws nothing, save where a script or an emoji needs it; U+202F and a U+2800 away from braille
 * become a space.
 *
 * Each decision uses the last point that was kept and the next raw one, so that a second run sees the same and
 * changes nothing. Look-ahead: one code point; 64 for a directional mark.
 */
export function createStrictStripPass(): Pass {
  const rightToLeft = new RightToLeftWatch()
  let left = LF

  /** `undefined` when it depends on text to come. */
  const keepsAt = (text: string, start: number, point: number, isLast: boolean): boolean | undefined => {
    const after = start + (point > 0xffff ? 2 : 1)
    if (after >= text.length && !isLast) return undefined
    const right = text.codePointAt(after) ?? LF
    if (!isDirectionalMark(point)) return keeps(point, left, right)
    if (has(right, CANDIDATE) || (isAsciiAlphanumeric(left) && isAsciiAlphanumeric(right))) return false
    return rightToLeft.isNear(text, after, isLast)
  }

  /** The length of a flag's tags at `start`; `undefined` when it depends on text to come. */
  const flagLength = (text: string, start: number, isLast: boolean): number | undefined => {
    if (left !== BLACK_FLAG) return 0
    if (!isLast && text.length - start < FLAG_UNITS) return undefined
    return isFlag(text, start) ? FLAG_UNITS : 0
  }

  return (text, isLast, sink) => {
    /** Up to here `left` knows what was kept. */
    let known = 0
    const stopAt = (end: number): number => {
      if (end > known) left = pointBefore(text, end)
      if (!isLast) rightToLeft.consume(text, end)
      return end
    }
    for (let i = findCandidate(text, 0); i < text.length; i = findCandidate(text, known)) {
      const point = text.codePointAt(i) ?? LF
      const traits = traitsOf(point)
      if (i > known) left = pointBefore(text, i)
      known = i + (point > 0xffff ? 2 : 1)
      if ((traits & CANDIDATE) === 0) {
        left = point
        continue
      }
      if ((traits & CONDITIONAL) === 0) {
        sink.edit(i, known, '')
        continue
      }
      const flag = isTag(point) ? flagLength(text, i, isLast) : 0
      const isKept = flag === 0 ? keepsAt(text, i, point, isLast) : flag
      if (isKept === undefined) {
        known = i
        return stopAt(i)
      }
      if (flag !== undefined && flag > 0) {
        known = i + flag
        left = CANCEL_TAG
      } else if (isKept) {
        left = point
      } else if (point === NARROW_NO_BREAK_SPACE || point === BRAILLE_BLANK) {
        sink.edit(i, known, ' ')
        left = SPACE
      } else {
        sink.edit(i, known, '')
      }
    }
    return stopAt(text.length)
  }
}

function pointBefore(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1)
  const isLow = (unit & 0xfc00) === 0xdc00 && end > 1
  const point = isLow ? text.codePointAt(end - 2) : unit
  return point !== undefined && point > 0xffff ? point : unit
}
