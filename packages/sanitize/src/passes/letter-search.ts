import { RIGHT_TO_LEFT_LETTER, traitsOf } from '../characters/code-point-traits.ts'
import { pointAt, unitsOf } from '../characters/point-at.ts'

const LF = 0x0a

/** How far a directional mark looks ahead on its line for a letter that it could belong to. */
const AHEAD_POINTS = 64

export const isRightToLeftLetter = (point: number): boolean =>
  (traitsOf(point) & RIGHT_TO_LEFT_LETTER) === RIGHT_TO_LEFT_LETTER

/** Looks for right-to-left letters ahead on the line. Asked at growing places, it looks at each point once. */
export class LetterSearch {
  readonly #text: string
  /** The next letter or LF, where it stands, and how many points stand before it. */
  #point = LF
  #index = -1
  #points = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Whether a letter stands near enough behind `from`; `undefined` when that depends on text to come. */
  isNear(from: number, pointsBefore: number): boolean | undefined {
    if (this.#index < from) {
      this.#index = from
      this.#points = pointsBefore
      this.#point = pointAt(this.#text, from)
      while (this.#point !== LF && !isRightToLeftLetter(this.#point)) {
        this.#index += unitsOf(this.#point)
        this.#points++
        this.#point = pointAt(this.#text, this.#index)
      }
    }
    if (this.#points - pointsBefore >= AHEAD_POINTS) return false
    return this.#index < this.#text.length ? this.#point !== LF : undefined
  }
}
