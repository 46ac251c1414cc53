import { CURSIVE, JOINING, RTL_LETTER, VIRAMA } from './script-ranges.generated.ts'

/** Traits of a code point that the strict rules ask for, as bits. */
export const CANDIDATE = 1
export const PICTOGRAPH = 2
export const LETTER = 4
export const MARK = 8
export const JOINING_LETTER = 16
export const CURSIVE_LETTER = 32
export const STACKER = 64
export const RIGHT_TO_LEFT_LETTER = 128
/** A candidate that a rule may keep, or that becomes a space. */
export const CONDITIONAL = 256

type Range = readonly [first: number, end: number]

/** What goes unless a rule keeps it; U+202F and U+2800 become spaces. */
const CANDIDATE_PATTERN =
  /(?![\t\n])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Noncharacter_Code_Point}\ufff9-\ufffb\u2800\u202f]/gu

const CONDITIONAL_POINTS = String.raw`\u034f\u061c\u115f\u1160\u180b-\u180f\u200c-\u200f\u202f\u2800\ufe0e\ufe0f\u{e0020}-\u{e007f}`

/** Regional indicators are paired, not joined. */
const PICTOGRAPH_PATTERN = /(?!\p{Regional_Indicator})[\p{Extended_Pictographic}\p{Emoji_Presentation}]/gu

const PAGE_POINTS = 256

/** Pages of traits, filled when first asked for: a memo of constant tables, 512 bytes a page. */
const pages: (Uint16Array | undefined)[] = []

let scriptRanges: readonly (readonly [trait: number, ranges: readonly Range[]])[] | undefined

function decodeRanges(encoded: string): readonly Range[] {
  let end = 0
  return encoded.split(' ').map((pair) => {
    const [gap = '', length = ''] = pair.split('.')
    const first = end + Number.parseInt(gap, 36)
    end = first + Number.parseInt(length, 36)
    return [first, end]
  })
}

function fillPage(index: number): Uint16Array {
  const page = new Uint16Array(PAGE_POINTS)
  pages[index] = page
  const first = index * PAGE_POINTS
  if (first >= 0xd800 && first < 0xe000) return page
  const text = String.fromCodePoint(...Array.from(page, (_, i) => first + i))
  const width = first > 0xffff ? 2 : 1
  const mark = (pattern: RegExp, trait: number) => {
    for (const { index: at } of text.matchAll(pattern)) page[at / width] = (page[at / width] ?? 0) | trait
  }
  mark(CANDIDATE_PATTERN, CANDIDATE)
  mark(new RegExp(`[${CONDITIONAL_POINTS}]`, 'gu'), CONDITIONAL)
  mark(PICTOGRAPH_PATTERN, PICTOGRAPH)
  mark(/\p{L}/gu, LETTER)
  mark(/\p{M}/gu, MARK)
  scriptRanges ??= [
    [JOINING_LETTER, decodeRanges(JOINING)],
    [CURSIVE_LETTER, decodeRanges(CURSIVE)],
    [STACKER, decodeRanges(VIRAMA)],
    [RIGHT_TO_LEFT_LETTER, decodeRanges(RTL_LETTER)],
  ]
  for (const [trait, ranges] of scriptRanges) {
    for (const [start, end] of ranges) {
      for (let i = Math.max(start - first, 0); i < Math.min(end - first, PAGE_POINTS); i++) {
        page[i] = (page[i] ?? 0) | trait
      }
    }
  }
  return page
}

/** Answers the traits of a code point, as a set of bits. */
export function traitsOf(point: number): number {
  const page = pages[point >> 8] ?? fillPage(point >> 8)
  return page[point & 0xff] ?? 0
}
