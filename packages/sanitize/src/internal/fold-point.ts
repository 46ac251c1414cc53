import { CANDIDATE, traitsOf } from './code-point-traits.ts'
import { LOOKALIKES } from './lookalikes.generated.ts'

/** What a code point without a letter of its own folds to: marks, and what draws nothing. */
export const NOTHING = 0

/** A memo of a constant function; bounded, since hostile text can ask for every code point there is. */
const known = new Map<number, number>()
const MAX_KNOWN = 8192

let lookalikes: ReadonlyMap<string, string> | undefined

function decodeLookalikes(): ReadonlyMap<string, string> {
  let point = 0
  return new Map(
    LOOKALIKES.split(' ').map((pair) => {
      point += Number.parseInt(pair.slice(1), 36)
      return [String.fromCodePoint(point), pair.charAt(0)]
    }),
  )
}

/** O and 0 are one; so are I, l, 1 and the bar. */
function foldAscii(point: number): number {
  if (point === 0x30) return 0x6f
  if (point === 0x31 || point === 0x7c || point === 0x4c || point === 0x6c) return 0x69
  return point >= 0x41 && point <= 0x5a ? point + 0x20 : point
}

/** Ideographs and Hangul look like no ASCII character, save U+3007; they begin most lines of their texts. */
export const isEastAsian = (point: number): boolean =>
  (point >= 0x3041 && point <= 0x3134) ||
  (point >= 0x3400 && point <= 0xa48f) ||
  (point >= 0xac00 && point <= 0xd7a3)

/**
 * Answers the code point that `point` is compared as in a folded match: lower case, NFKD without marks, and the ASCII
 * character that it looks like (TR39). {@link NOTHING} for marks and for what draws nothing.
 */
export function foldPoint(point: number): number {
  if (point < 0x80) return foldAscii(point)
  if (isEastAsian(point)) return point
  let folded = known.get(point)
  if (folded === undefined) {
    folded = foldWide(point)
    if (known.size < MAX_KNOWN) known.set(point, folded)
  }
  return folded
}

function foldWide(point: number): number {
  if ((traitsOf(point) & CANDIDATE) !== 0) return NOTHING
  const letters = Array.from(String.fromCodePoint(point).normalize('NFKD').replace(/\p{M}/gu, ''))
  const letter = letters[0]
  if (letter === undefined) return NOTHING
  if (letters.length > 1) return point
  lookalikes ??= decodeLookalikes()
  const ascii = [letter, letter.toLowerCase(), letter.toUpperCase()]
    .map((form) => lookalikes?.get(form))
    .find(Boolean)
  const folded = (ascii ?? letter.toLowerCase()).codePointAt(0) ?? point
  return folded < 0x80 ? foldAscii(folded) : folded
}
