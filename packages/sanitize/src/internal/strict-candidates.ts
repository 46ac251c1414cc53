import { bitmapOf, classOf, type FindUnit, type UnitRange } from './unit-set.ts'

/** Candidates of the strip pass up to U+00FF; CR and the other separators are among them, but never reach it. */
const NARROW_RANGES: readonly UnitRange[] = [
  [0x0000, 0x0008],
  [0x000b, 0x001f],
  [0x007f, 0x009f],
  [0x00ad, 0x00ad],
]

/** And beyond: units that are a candidate or, for a high surrogate, may begin one. */
const WIDE_RANGES: readonly UnitRange[] = [
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202f],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xd82f, 0xd82f],
  [0xd834, 0xd834],
  [0xdb40, 0xdb43],
  [0xfdd0, 0xfdef],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xfffe, 0xffff],
  // U+1FFFE, U+1FFFF, U+2FFFE …: the last high surrogate of each plane.
  ...Array.from({ length: 16 }, (_, plane): UnitRange => [0xd83f + 0x40 * plane, 0xd83f + 0x40 * plane]),
]

let bits: Uint32Array | undefined
let narrow: RegExp | undefined

/** Whether any pass of `strict` but the header pass could change the text. */
export const mayHide = (text: string): boolean => !text.isWellFormed() || findCandidate(text, 0) < text.length

/** Answers the index of the next unit that the strip pass has to look at, or the text's length. */
export const findCandidate: FindUnit = (text, from) => {
  bits ??= bitmapOf([...NARROW_RANGES, ...WIDE_RANGES])
  // No class reaches past U+00FF in a text that V8 keeps in one byte a unit, so this test costs nothing there.
  if (from === 0 && !/[^\0-\xff]/.test(text)) {
    narrow ??= new RegExp(classOf(NARROW_RANGES))
    const index = text.search(narrow)
    return index === -1 ? text.length : index
  }
  for (let i = from; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (((bits[unit >>> 5] ?? 0) >>> (unit & 31)) & 1) return i
  }
  return text.length
}
