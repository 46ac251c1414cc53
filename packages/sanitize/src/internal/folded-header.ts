import { foldPoint, NOTHING } from './fold-point.ts'
import type { HeaderRule } from './header-rule.ts'

const LF = 0x0a
const DASH = 0x2d
const COLON = 0x3a

/** Stands in a folded keyword for two or more dashes in a row. */
const DASHES = -1

/** More dashes than this are a rule, not a mark. */
const MAX_DASHES = 16

const MAX_POINTS = 64

const MARKER = '[-+*\u2022\u2023\u2043\u25aa\u25cf\u25e6]'

/**
 * What may stand before a keyword: White_Space, what draws nothing, marks, quote marks, list markers. Markers with one
 * blank between are taken together, so that a rule of dashes (`- - - -`) is not tried again at each of them.
 */
const PREFIX = `[\\p{White_Space}\\p{Default_Ignorable_Code_Point}\\p{M}>]|(?:${MARKER}(?!\\n)\\p{White_Space}){0,31}${MARKER}(?=\\p{White_Space})|\\d{1,9}[.)](?=\\p{White_Space})`

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

const isWhiteSpace = (point: number): boolean =>
  point <= 0x20
    ? point === 0x20 || (point >= 0x09 && point <= 0x0d)
    : point >= 0x85 && /\p{White_Space}/u.test(String.fromCodePoint(point))

/** Reads one line's points in folded form, with a limit. */
class FoldedLine {
  readonly #text: string
  #next: number
  #left = MAX_POINTS
  /** The point that is looked at: LF at the end of the line, NaN behind the limit. */
  point = LF
  folded = LF

  constructor(text: string, start: number) {
    this.#text = text
    this.#next = start
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
    for (; this.folded === DASH && dashes <= MAX_DASHES; dashes++) {
      if (this.point !== DASH) dashes++
      this.advance()
      if (!this.isAtEnd && isWhiteSpace(this.point)) this.advance()
    }
    return dashes >= 2 && this.folded !== DASH
  }
}

function opensWith({ spelling, folded }: Keyword, text: string, start: number): boolean {
  const line = new FoldedLine(text, start)
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
 * A keyword in any spelling that reads the same: case, width, look-alike letters, other dashes. One that is not exact
 * needs a colon or the line's end after it, so that prose stays.
 */
export function createFoldedRule(spellings: readonly string[]): HeaderRule {
  const keywords = spellings.map(foldKeyword)
  const initials = new Set(keywords.map(({ folded }) => (folded[0] === DASHES ? DASH : folded[0])))
  const prefix = new RegExp(PREFIX, 'uy')
  return {
    toleratesBlanks: true,
    matches(text, start) {
      if (!initials.has(foldPoint(text.codePointAt(start) ?? LF))) return false
      return keywords.some((keyword) => opensWith(keyword, text, start))
    },
    prefixLength(text, start) {
      prefix.lastIndex = start
      return prefix.exec(text)?.[0].length ?? 0
    },
  }
}
