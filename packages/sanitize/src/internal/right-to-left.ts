import { RIGHT_TO_LEFT_LETTER, traitsOf } from './code-point-traits.ts'

/** How far a directional mark looks ahead on its line for a letter that it could belong to. */
const AHEAD_POINTS = 64

const LF = 0x0a

/** Every UTF-16 unit that can begin a letter of Bidi_Class R or AL; a wider net, for whole chunks. */
const MAYBE_RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\ud802\ud803\ud83a\ud83b]/

const isRtlLetter = (point: number): boolean => (traitsOf(point) & RIGHT_TO_LEFT_LETTER) !== 0
const pointAt = (text: string, index: number): number => text.codePointAt(index) ?? LF
const widthOf = (point: number): number => (point > 0xffff ? 2 : 1)

/**
 * Knows whether a right-to-left letter stands on the current line before a place, or within 64 code points after it.
 * Both questions are asked at growing places; each unit is looked at twice at most, however many marks ask.
 */
export class RightToLeftWatch {
  #seen = false
  #checked = 0
  /** The window `#from..#end` holds `#points` code points, and the last right-to-left letter of it at `#hit`. */
  #from = 0
  #end = 0
  #points = 0
  #hit = -1

  /** Answers `true`, `false`, or `undefined` when it depends on text to come. */
  isNear(text: string, start: number, after: number, isLast: boolean): boolean | undefined {
    for (let i = this.#checked; i < start; ) {
      const point = pointAt(text, i)
      if (point === LF) this.#seen = false
      else if (!this.#seen) this.#seen = isRtlLetter(point)
      i += widthOf(point)
    }
    this.#checked = Math.max(this.#checked, start)
    return this.#seen || this.#isAhead(text, after, isLast)
  }

  /** The text before `end` is done with; indices count from there from now on. */
  consume(text: string, end: number): void {
    const done = text.slice(this.#checked, end)
    const lineStart = done.lastIndexOf('\n') + 1
    if (lineStart > 0) this.#seen = false
    if (!this.#seen && MAYBE_RTL.test(done.slice(lineStart))) {
      for (const letter of done.slice(lineStart)) this.#seen ||= isRtlLetter(pointAt(letter, 0))
    }
    this.#checked = 0
    this.#from = this.#end = this.#points = 0
    this.#hit = -1
  }

  #isAhead(text: string, start: number, isLast: boolean): boolean | undefined {
    if (start >= this.#end) {
      this.#from = this.#end = start
      this.#points = 0
    }
    while (this.#from < start) {
      this.#from += widthOf(pointAt(text, this.#from))
      this.#points--
    }
    if (this.#hit >= start) return true
    while (this.#points < AHEAD_POINTS) {
      if (this.#end >= text.length) return isLast ? false : undefined
      const point = pointAt(text, this.#end)
      if (point === LF) return false
      if (isRtlLetter(point)) this.#hit = this.#end
      this.#end += widthOf(point)
      this.#points++
      if (this.#hit >= start) return true
    }
    return false
  }
}
