import { CANDIDATE, traitsOf } from '../characters/code-point-traits.ts'
import { pointAt, unitsOf } from '../characters/point-at.ts'
import { isDirectionalMark, keeps } from './keep-rules.ts'
import { createLetterSearch, isRightToLeftLetter } from './letter-search.ts'
import type { Pass } from './pass.ts'

const LF = 0x0a
const SPACE = 0x20
const NARROW_NO_BREAK_SPACE = 0x202f
const BRAILLE_BLANK = 0x2800
const BLACK_FLAG = 0x1f3f4

/** The tags of the three subdivision flags that are recommended for general interchange: gbeng, gbsct, gbwls. */
const FLAG_TAGS: readonly string[] = [
  '\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  '\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}',
]
const FLAG_UNITS = 12

/** Units beyond doubt; the others may begin a candidate. With more ranges V8 calls a function for each unit. */
export const UNSURE: RegExp =
  /[^\t\n -~\xa0-\xac\xae-\u034e\u0370-\u061b\u061d-\u115e\u1161-\u17b3\u1810-\u200a\u2010-\u2027\u2070-\u27ff\u2801-\u3163\u3165-\ud7ff\ud83c-\ud83e\udc00-\ufdcf\ufe10-\ufefe\uff00-\uff9f]/

/** Returns the end of the last line that is clean. */
function findStart(text: string): number {
  const unsure = text.search(UNSURE)
  const lineEnd = text.lastIndexOf('\n', unsure === -1 ? text.length : unsure)
  // Without a surrogate and a letter that is written from right to left, of a clean text only the last point counts.
  const isPlain = unsure === -1 && lineEnd === -1 && !/[\u0590-\u08ff\ud800-\udfff\ufb1d-\ufeff]/.test(text)
  return Math.max(isPlain ? text.length - 1 : lineEnd, 0)
}

const replacementOf = (point: number): string =>
  point === NARROW_NO_BREAK_SPACE || point === BRAILLE_BLANK ? ' ' : ''

/**
 * Takes out what draws nothing, save where a script or an emoji needs it; U+202F and a U+2800 away from braille
 * become a space.
 *
 * Each decision uses the last point that was kept and the next raw one, so that a second run sees the same and
 * changes nothing. Look-ahead: one code point; six in a flag, 64 for a directional mark.
 */
export function createStrictStripPass(): Pass {
  let left = LF
  /** Whether a right-to-left letter stands before on the line. */
  let isRightToLeft = false

  return (text, isLast, sink) => {
    const isLetterNear = createLetterSearch(text)
    let flagEnd = 0
    let at = findStart(text)
    let right = pointAt(text, at)
    for (let points = 1; at < text.length; points++) {
      const point = right
      const after = at + unitsOf(point)
      right = pointAt(text, after)
      const isCandidate = (traitsOf(point) & CANDIDATE) !== 0
      let isKept: boolean | undefined = !isCandidate || at < flagEnd
      if (!isKept) {
        const needed = left === BLACK_FLAG ? at + FLAG_UNITS : after + 1
        if (needed > text.length && !isLast) break
        if (left === BLACK_FLAG && FLAG_TAGS.includes(text.slice(at, needed))) flagEnd = needed
        isKept = at < flagEnd || keeps(point, left, right)
        if (isKept && isDirectionalMark(point)) isKept = isRightToLeft || isLetterNear(after, points)
        if (isKept === undefined && !isLast) break
      }
      if (isKept) {
        left = point
        isRightToLeft = point !== LF && (isRightToLeft || isRightToLeftLetter(point))
      } else {
        const replacement = replacementOf(point)
        sink.edit(at, after, replacement)
        if (replacement) left = SPACE
      }
      at = after
    }
    return at
  }
}
