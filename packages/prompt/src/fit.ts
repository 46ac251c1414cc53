import { assertType } from './internal/assert-type.ts'

/** A budget counted by the caller's own measure, usually a tokenizer. */
export interface FitBudget {
  /** The most that `count` may give for the kept text. */
  readonly max: number
  /** What a text costs. Should not fall when text is added. */
  readonly count: (text: string) => number
}

export interface FittedText {
  /** The beginning of the text that fits. */
  readonly text: string
  /** Says how much was cut, in numbers only, so it can stand outside the fence as trusted text; `''` when nothing was. */
  readonly note: string
}

/**
 * Returns the beginning of `text` that fits `budget`, with a note about the rest. Do this before fencing: a cut
 * afterwards loses the closer.
 *
 * The cut is at the end of a line, or, where that would lose more than half of what fits, between two code points.
 *
 * @param budget the most code points to keep, or a measure of the caller's; an integer of at least 0 either way.
 * @throws RangeError when the limit is not such an integer; TypeError when an argument is of another type.
 */
export function fit(text: string, budget: number | FitBudget): FittedText {
  assertType(text, 'string', 'text')
  const isPoints = typeof budget === 'number'
  const max = isPoints ? budget : budget?.max
  if (typeof max !== 'number' || !(isPoints || typeof budget.count === 'function'))
    throw new TypeError('"budget" expected number, or max and count, got neither')
  if (!Number.isInteger(max) || max < 0) throw new RangeError(`"budget" expected integer >= 0, got ${max}`)
  const kept = isPoints
    ? cut(text, measure(text, max).units)
    : longestCut(text, (candidate) => budget.count(candidate) <= max)
  if (kept.length === text.length) return { text, note: '' }
  return {
    text: kept,
    note: `(The text was cut to fit: the first ${measure(kept).points} of ${measure(text).points} code points are shown.)`,
  }
}

/** The cut that uses most of `text` and still satisfies `fits`, by doubling and halving: long texts stay uncounted. */
function longestCut(text: string, fits: (candidate: string) => boolean): string {
  let low = 0
  let high = Math.min(1024, text.length)
  while (low < text.length && fits(cut(text, high))) {
    low = high
    high = Math.min(high * 2, text.length)
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(cut(text, middle))) low = middle
    else high = middle
  }
  return cut(text, low)
}

/** At most `end` code units of `text`, cut at a line end if one is in the second half, else at a code point. */
function cut(text: string, end: number): string {
  if (end >= text.length) return text
  const lineEnd = text.lastIndexOf('\n', end)
  const at = lineEnd * 2 >= end && lineEnd > 0 ? lineEnd : end
  return text.slice(0, indivisible.test(text.slice(at - 1, at + 1)) ? at - 1 : at)
}

/** A line end of two characters, or a code point of two units. */
const indivisible = /^(?:\r\n|[^\0-\uffff])$/u

/** Counts the code points of `text`, at most `most`, and the code units that they take. */
function measure(text: string, most: number = text.length): { points: number; units: number } {
  let points = 0
  let units = 0
  for (const point of text) {
    if (points === most) break
    points += 1
    units += point.length
  }
  return { points, units }
}
