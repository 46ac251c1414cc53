import { JOINING, VIRAMA } from './script-ranges.generated.ts'

/** Traits of a code point that the strict rules ask for, as bits. */
export const CANDIDATE = 1
export const PICTOGRAPH = 2
export const LETTER = 4
export const MARK = 8
export const JOINING_LETTER = 16
/** A joining letter here is cursive: it shows another form before a ZWJ. */
export const CURSIVE_AREA = 32
export const STACKER = 64
export const RIGHT_TO_LEFT_LETTER = 128
/** A candidate that a rule may keep, or that becomes a space. */
export const CONDITIONAL = 256

type Range = readonly [first: number, end: number]

/** What goes unless a rule keeps it; U+202F and U+2800 become spaces. */
const CANDIDATE_PATTERN =
  /(?![\t\n])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Noncharacter_Code_Point}\ufff9-\ufffb\u2800\u202f]/gu

const CONDITIONAL_POINTS = String.raw`\u034f\u061c\u115f\u1160\u180b-\u180f\u200c-\u200f\u202f\u2800\ufe0e\ufe0f\u{e0020}-\u{e007f}`

/** Where Unicode gives letters Bidi_Class R or AL, assigned or not. */
const RIGHT_TO_LEFT_AREAS = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`

/** The cursive scripts that are not written from right to left: Mongolian, Phags-pa. */
const CURSIVE_AREAS = String.raw`\u1800-\u18af\ua840-\ua877\u{11660}-\u{1166c}`

/** Regional indicators are paired, not joined. */
const PICTOGRAPH_PATTERN = /(?!\p{Regional_Indicator})[\p{Extended_Pictographic}\p{Emoji_Presentation}]/gu

const PAGE_POINTS = 256

/** Pages of traits, filled when first asked for: a memo of constant tables, 512 bytes a page. */
const pages: (Uint16Array | undefined)[] = /* @__PURE__ */ new Array(0x1100)

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
  mark(new RegExp(`(?=\\p{L})[${RIGHT_TO_LEFT_AREAS}]`, 'gu'), RIGHT_TO_LEFT_LETTER)
  mark(new RegExp(`[${RIGHT_TO_LEFT_AREAS}${CURSIVE_AREAS}]`, 'gu'), CURSIVE_AREA)
  mark(/\p{M}/gu, MARK)
  scriptRanges ??= [
    [JOINING_LETTER, decodeRanges(JOINING)],
    [STACKER, decodeRanges(VIRAMA)],
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
