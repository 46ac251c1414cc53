import { RIGHT_TO_LEFT_LETTER, traitsOf } from './code-point-traits.ts'

/** How far a directional mark looks ahead on its line for a letter that it could belong to. */
const AHEAD_POINTS = 64

const LF = 0x0a

/** Every UTF-16 unit that can begin a letter of Bidi_Class R or AL; a wider net, for whole chunks. */
const MAYBE_RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\ud802\ud803\ud83a\ud83b]/

/** Goes through a text point by point, and counts them. */
class Cursor {
  index = 0
  points = 0

  /** Takes the next point. */
  next(text: string): number {
    const point = text.codePointAt(this.index) ?? LF
    this.index += point > 0xffff ? 2 : 1
    this.points++
    return point
  }
}

/**
 * Knows whether a right-to-left letter stands on the current line before a place, or within 64 code points after it.
 * Asked at growing places; two cursors that only go forward look at each unit twice at most, however many marks ask.
 */
export class RightToLeftWatch {
  #here = new Cursor()
  #ahead = new Cursor()
  /** Whether a letter stands on the line before `#here`. */
  #seen = false
  /** Behind the last letter that `#ahead` has met. */
  #hit = 0

  /** Answers for the mark that ends at `after`: `true`, `false`, or `undefined` when it depends on text to come. */
  isNear(text: string, after: number, isLast: boolean): boolean | undefined {
    const here = this.#here
    const ahead = this.#ahead
    while (here.index < after) this.#pass(here.next(text))
    if (this.#seen || this.#hit > after) return true
    if (ahead.index < after) {
      ahead.index = after
      ahead.points = here.points
    }
    while (ahead.points < here.points + AHEAD_POINTS) {
      if (ahead.index >= text.length) return isLast ? false : undefined
      if (text.charCodeAt(ahead.index) === LF) return false
      if ((traitsOf(ahead.next(text)) & RIGHT_TO_LEFT_LETTER) === 0) continue
      this.#hit = ahead.index
      return true
    }
    return false
  }

  /** The text before `end` is done with; indices count from there from now on. */
  consume(text: string, end: number): void {
    const done = text.slice(this.#here.index, end)
    const lineStart = done.lastIndexOf('\n') + 1
    if (lineStart > 0) this.#seen = false
    if (!this.#seen && MAYBE_RTL.test(done)) {
      for (const letter of done.slice(lineStart)) this.#pass(letter.codePointAt(0) ?? LF)
    }
    this.#here = new Cursor()
    this.#ahead = new Cursor()
    this.#hit = 0
  }

  #pass(point: number): void {
    if (point === LF) this.#seen = false
    else this.#seen ||= (traitsOf(point) & RIGHT_TO_LEFT_LETTER) !== 0
  }
}
