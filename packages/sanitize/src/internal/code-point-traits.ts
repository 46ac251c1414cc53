/** Traits of a code point that the strict rules ask for, as bits. */
export const CANDIDATE = 1
export const PICTOGRAPH = 2
export const LETTER = 4
export const MARK = 8
export const RIGHT_TO_LEFT_LETTER = 16
/** A joining letter here is cursive: it shows another form before a ZWJ. */
export const CURSIVE_AREA = 32
export const JOINING_LETTER = 64
export const STACKER = 128
/** Set for every code point that was looked up. */
const KNOWN = 256

/** Where Unicode gives letters Bidi_Class R or AL, assigned or not. */
const RIGHT_TO_LEFT_AREAS = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`

/** The cursive scripts that are not written from right to left: Mongolian, Phags-pa. */
const OTHER_CURSIVE_AREAS = String.raw`\u1800-\u18af\ua840-\ua877\u{11660}-\u{1166c}`

/** The cursive and the Brahmic scripts (ISO 15924), whose letters join or form conjuncts. */
const JOINING_SCRIPTS =
  'Adlm Ahom Arab Bali Batk Beng Bhks Brah Bugi Buhd Cakm Cham Chrs Deva Diak Dogr Gong Gonm Gran Gujr Gukh Guru Hano \
Java Kali Kawi Khar Khmr Khoj Knda Kthi Lana Laoo Lepc Limb Maka Mand Mani Marc Mlym Modi Mong Mtei Mult Mymr Nand Newa \
Nkoo Orya Ougr Phag Phlp Rjng Rohg Saur Shrd Sidd Sind Sinh Sogd Soyo Sund Sylo Syrc Tagb Takr Tale Talu Taml Tavt Telu \
Tglg Thai Tibt Tirh Tutg Zanb'

/** Viramas, stackers and killers (Indic_Syllabic_Category) whose Canonical_Combining_Class is not 9. */
const OTHER_STACKERS = String.raw`\u0e4e\u17d1\u1a7a\u{16d6b}\u{16d6c}`

/** Empty for a script that this engine does not know, where it has no letters either. */
function scriptClass(script: string): string {
  try {
    const property = `\\p{scx=${script}}`
    return new RegExp(property, 'u') && property
  } catch {
    return ''
  }
}

type Trait = readonly [trait: number, pattern: RegExp]

let patterns: readonly Trait[] | undefined

const readPatterns = (): readonly Trait[] =>
  (
    [
      // What goes unless a rule keeps it; U+202F and U+2800 become spaces.
      [
        CANDIDATE,
        '(?![\\t\\n])[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Noncharacter_Code_Point}\ufff9-\ufffb\u2800\u202f]',
      ],
      // Regional indicators are paired, not joined.
      [PICTOGRAPH, '(?!\\p{Regional_Indicator})[\\p{Extended_Pictographic}\\p{Emoji_Presentation}]'],
      [LETTER, '\\p{L}'],
      [MARK, '\\p{M}'],
      [RIGHT_TO_LEFT_LETTER, `(?=\\p{L})[${RIGHT_TO_LEFT_AREAS}]`],
      [CURSIVE_AREA, `[${RIGHT_TO_LEFT_AREAS}${OTHER_CURSIVE_AREAS}]`],
      [
        JOINING_LETTER,
        `(?!\\p{Default_Ignorable_Code_Point})(?=[\\p{L}\\p{M}])[${JOINING_SCRIPTS.split(' ').map(scriptClass).join('')}]`,
      ],
      [STACKER, `[${OTHER_STACKERS}]`],
    ] as const
  ).map(([trait, pattern]) => [trait, new RegExp(pattern, 'gu')])

/** A memo of constant properties, 2 bytes a code point, filled in pages. */
const known = /* @__PURE__ */ new Uint16Array(0x110000)

const PAGE_POINTS = 256

/** Canonical_Combining_Class 9, which no RegExp asks for: NFD sorts it between U+3099 (8) and U+05B0 (10). */
const isVirama = (mark: string): boolean => `\u05b0${mark}\u3099`.normalize('NFD') === `\u3099${mark}\u05b0`

function fillPage(first: number): void {
  const page = known.subarray(first, first + PAGE_POINTS).fill(KNOWN)
  const points = Array.from(page, (_, i) => String.fromCodePoint(first + i))
  patterns ??= readPatterns()
  for (const [trait, pattern] of patterns) {
    for (const { index } of points.join('').matchAll(pattern)) {
      const i = first > 0xffff ? index / 2 : index
      page[i] = (page[i] ?? 0) | trait
    }
  }
  points.forEach((point, i) => {
    const traits = page[i] ?? 0
    if ((traits & JOINING_LETTER) !== 0 && isVirama(point)) page[i] = traits | STACKER
  })
}

/** Answers the traits of a code point, as a set of bits. */
export function traitsOf(point: number): number {
  if (known[point] === 0) fillPage(point & ~(PAGE_POINTS - 1))
  return known[point] ?? 0
}
