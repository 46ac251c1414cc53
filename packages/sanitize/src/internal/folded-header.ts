import { CANDIDATE, MARK, traitsOf } from './code-point-traits.ts'
import { foldPoint, isEastAsian, NOTHING } from './fold-point.ts'
import type { HeaderRule } from './header-rule.ts'

const LF = 0x0a
const DASH = 0x2d
const COLON = 0x3a
const QUOTE = 0x3e

/** Stands in a folded keyword for two or more dashes in a row. */
const DASHES = -1

const WIDE_SPACES =
  '\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000'

/** More dashes than this are a rule, not a mark. */
const MAX_DASHES = 16

const MAX_POINTS = 64

/** Markers of a list, with one blank between any two, are passed at once: see `markersLength`. */
const MAX_MARKERS = 32

/** A number of a list has this many digits at most (CommonMark). */
const MAX_DIGITS = 9

const isMarker = (unit: number): boolean =>
  unit < 0x80
    ? unit === 0x2a || unit === 0x2b || unit === DASH
    : unit === 0x2022 ||
      unit === 0x2023 ||
      unit === 0x2043 ||
      unit === 0x25aa ||
      unit === 0x25cf ||
      unit === 0x25e6

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39

interface Keyword {
  readonly spelling: string
  readonly folded: readonly number[]
}

function foldKeyword(spelling: string): Keyword {
  const folded: number[] = []
  for (const part of spelling.split(/(-{2,})/)) {
    if (part.startsWith('--')) folded.push(DASHES)
    else for (const char of part) folded.push(foldPoint(char.codePointAt(0) ?? 0))
  }
  return { spelling, folded: folded.filter((point) => point !== NOTHING) }
}

/** Property White_Space, which is stable; without LF, at which a line ends. */
const isWhiteSpace = (point: number): boolean =>
  point < 0x80
    ? point === 0x20 || point === 0x09 || (point > LF && point <= 0x0d)
    : point === 0x85 ||
      point === 0xa0 ||
      (point >= 0x1680 && WIDE_SPACES.includes(String.fromCodePoint(point)))

/** Reads one line's points in folded form, with a limit. */
class FoldedLine {
  #text = ''
  #next = 0
  #left = 0
  /** The point that is looked at: LF at the end of the line, NaN behind the limit. */
  point = LF
  folded = LF

  open(text: string, start: number): void {
    this.#text = text
    this.#next = start
    this.#left = MAX_POINTS
    this.advance()
  }

  get isAtEnd(): boolean {
    return this.point === LF
  }

  /** Goes to the next point that folds to something. */
  advance(): void {
    do {
      this.point = this.#left-- > 0 ? (this.#text.codePointAt(this.#next) ?? LF) : Number.NaN
      if (Number.isNaN(this.point)) this.folded = Number.NaN
      else this.folded = foldPoint(this.point)
      if (this.point !== LF) this.#next += this.point > 0xffff ? 2 : 1
    } while (this.folded === NOTHING)
  }

  /** Takes a run of dashes, each with a blank behind it or not; answers whether it can stand for two or more. */
  takeDashes(): boolean {
    let dashes = 0
    for (; this.folded === DASH && dashes < MAX_DASHES; dashes++) {
      if (this.point !== DASH) dashes++
      this.advance()
      if (!this.isAtEnd && isWhiteSpace(this.point)) this.advance()
    }
    return dashes >= 2 && this.folded !== DASH
  }
}

/** One for all: most lines are left after two points, and making a reader costs more than that. */
const line = /* @__PURE__ */ new FoldedLine()

function opensWith({ spelling, folded }: Keyword, text: string, start: number): boolean {
  line.open(text, start)
  for (const wanted of folded) {
    if (wanted === DASHES ? !line.takeDashes() : line.folded !== wanted) return false
    if (wanted !== DASHES) line.advance()
  }
  if (line.isAtEnd || line.folded === COLON) return true
  if (!isWhiteSpace(line.point)) return false
  if (text.startsWith(spelling, start)) return true
  while (!line.isAtEnd && isWhiteSpace(line.point)) line.advance()
  return line.isAtEnd || line.folded === COLON
}

/**
 * The length of a run of list markers, each but the last with one blank behind it. A rule of dashes (`- - - -`) would
 * otherwise be tried as a keyword again at each of them.
 */
function markersLength(text: string, start: number): number {
  let length = 0
  for (let i = start; i < start + 2 * MAX_MARKERS; i += 2) {
    if (!isMarker(text.charCodeAt(i)) || !isWhiteSpace(text.charCodeAt(i + 1))) break
    length = i + 1 - start
  }
  return length
}

/** The length of a number with its dot or parenthesis, where a blank follows. */
function numberLength(text: string, start: number): number {
  let i = start
  while (i < start + MAX_DIGITS && isDigit(text.charCodeAt(i))) i++
  const closer = text.charAt(i)
  const isNumber = i > start && (closer === '.' || closer === ')') && isWhiteSpace(text.charCodeAt(i + 1))
  return isNumber ? i + 1 - start : 0
}

/** What may stand before a keyword: White_Space, what draws nothing, marks, quote marks, list markers. */
function prefixLength(text: string, start: number): number {
  const point = text.codePointAt(start) ?? LF
  if (point === QUOTE || isWhiteSpace(point)) return 1
  if (isDigit(point)) return numberLength(text, start)
  if (isMarker(point)) return markersLength(text, start)
  if (point < 0x80 || (traitsOf(point) & (CANDIDATE | MARK)) === 0) return 0
  return point > 0xffff ? 2 : 1
}

/**
 * A keyword in any spelling that reads the same: case, width, look-alike letters, other dashes. One that is not exact
 * needs a colon or the line's end after it, so that prose stays.
 */
export function createFoldedRule(spellings: readonly string[]): HeaderRule {
  const keywords = new Map<number | undefined, Keyword[]>()
  for (const keyword of spellings.map(foldKeyword)) {
    const initial = keyword.folded[0] === DASHES ? DASH : keyword.folded[0]
    keywords.set(initial, [...(keywords.get(initial) ?? []), keyword])
  }
  const bodies = Uint8Array.from({ length: 0x80 }, (_, unit) =>
    keywords.has(foldPoint(unit)) || isDigit(unit) || prefixLength(`${String.fromCharCode(unit)} `, 0) > 0
      ? 0
      : 1,
  )
  const isBody = (unit: number): boolean =>
    unit < 0x80
      ? bodies[unit] === 1
      : isEastAsian(unit) && !keywords.has(unit) && (traitsOf(unit) & MARK) === 0
  return {
    toleratesBlanks: true,
    mayMatch(text) {
      for (let i = 0; i < text.length; i++) {
        let unit = text.charCodeAt(i)
        while (unit === 0x20 || unit === 0x09) unit = text.charCodeAt(++i)
        if (unit !== LF && !isBody(unit)) return i < text.length
        i = text.indexOf('\n', i)
        if (i === -1) return false
      }
      return false
    },
    isBody,
    matches(text, start) {
      const candidates = keywords.get(foldPoint(text.codePointAt(start) ?? LF))
      if (candidates === undefined) return false
      const isOpened = candidates.some((keyword) => opensWith(keyword, text, start))
      // So that the reader keeps no text alive.
      line.open('', 0)
      return isOpened
    },
    prefixLength,
  }
}
