import {
  CANDIDATE,
  CURSIVE,
  JOINING_LETTER,
  LETTER,
  MARK,
  PICTOGRAPH,
  STACKER,
  traitsOf,
} from '../characters/code-point-traits.ts'
import { isBetween } from '../characters/is-between.ts'

const COMBINING_GRAPHEME_JOINER = 0x034f
const ARABIC_LETTER_MARK = 0x061c
const CHOSEONG_FILLER = 0x115f
const JUNGSEONG_FILLER = 0x1160
const ZERO_WIDTH_NON_JOINER = 0x200c
const ZERO_WIDTH_JOINER = 0x200d
const LEFT_TO_RIGHT_MARK = 0x200e
const RIGHT_TO_LEFT_MARK = 0x200f
const ENCLOSING_KEYCAP = 0x20e3
const BRAILLE_BLANK = 0x2800
const TEXT_STYLE = 0xfe0e
const EMOJI_STYLE = 0xfe0f

export const isDirectionalMark = (point: number): boolean =>
  point === LEFT_TO_RIGHT_MARK || point === RIGHT_TO_LEFT_MARK || point === ARABIC_LETTER_MARK

const has = (point: number, traits: number): boolean => (traitsOf(point) & traits) !== 0
const isAsciiAlphanumeric = (point: number): boolean =>
  isBetween(point, 0x30, 0x39) || isBetween(point | 0x20, 0x61, 0x7a)
const isKeycapBase = (point: number): boolean =>
  isBetween(point, 0x30, 0x39) || point === 0x23 || point === 0x2a
const isStyle = (point: number): boolean => isBetween(point, TEXT_STYLE, EMOJI_STYLE)
const isMongolianLetter = (point: number): boolean => isBetween(point, 0x1820, 0x18aa) && has(point, LETTER)
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
    has(right, JOINING_LETTER) || (point === ZERO_WIDTH_JOINER && has(left, CURSIVE) && !has(right, LETTER))
  )
}

/**
 * Whether a candidate stays, by the last point kept before it and the next raw point after it. A directional mark needs
 * a right-to-left letter besides.
 */
export function keeps(point: number, left: number, right: number): boolean {
  switch (point) {
    case ZERO_WIDTH_NON_JOINER:
    case ZERO_WIDTH_JOINER:
      return keepsJoiner(point, left, right)
    case LEFT_TO_RIGHT_MARK:
    case RIGHT_TO_LEFT_MARK:
    case ARABIC_LETTER_MARK:
      return !has(right, CANDIDATE) && !(isAsciiAlphanumeric(left) && isAsciiAlphanumeric(right))
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
