import { RIGHT_TO_LEFT_LETTER, traitsOf } from '../characters/code-point-traits.ts'
import { pointAt, unitsOf } from '../characters/point-at.ts'

const LF = 0x0a

/** How far a directional mark looks ahead on its line for a letter that it could belong to. */
const AHEAD_POINTS = 64

export const isRightToLeftLetter = (point: number): boolean =>
  (traitsOf(point) & RIGHT_TO_LEFT_LETTER) === RIGHT_TO_LEFT_LETTER

/**
 * Tells whether a right-to-left letter stands ahead on the line, near enough behind `from`; `undefined` when that depends
 * on text to come. Asked at growing places, it looks at each point once.
 */
export function createLetterSearch(
  text: string,
): (from: number, pointsBefore: number) => boolean | undefined {
  /** The next letter or LF, where it stands, and how many points stand before it. */
  let point = LF
  let index = -1
  let points = 0
  return (from, pointsBefore) => {
    if (index < from) {
      index = from
      points = pointsBefore
      point = pointAt(text, index)
      while (point !== LF && !isRightToLeftLetter(point)) {
        index += unitsOf(point)
        points++
        point = pointAt(text, index)
      }
    }
    if (points - pointsBefore >= AHEAD_POINTS) return false
    return index < text.length ? point !== LF : undefined
  }
}
