/** Traits of a code point that the strict rules ask for, as bits. */
export const CANDIDATE = 1
export const PICTOGRAPH = 2
export const LETTER = 4
export const MARK = 8
const RIGHT_TO_LEFT_AREA = 16
const OTHER_CURSIVE_AREA = 32
export const JOINING_LETTER = 64
export const STACKER = 128

/** A code point with both traits has Bidi_Class R or AL. */
export const RIGHT_TO_LEFT_LETTER: number = LETTER | RIGHT_TO_LEFT_AREA
/** A joining letter with one of the traits is cursive: it shows another form before a ZWJ. */
export const CURSIVE: number = RIGHT_TO_LEFT_AREA | OTHER_CURSIVE_AREA

/** Set once a code point was looked up. */
const KNOWN = 256

/** The cursive and the Brahmic scripts (ISO 15924), whose letters join or form conjuncts. */
const JOINING_SCRIPTS =
  'Adlm Ahom Arab Bali Batk Beng Bhks Brah Bugi Buhd Cakm Cham Chrs Deva Diak Dogr Gong Gonm Gran Gujr Gukh Guru Hano \
Java Kali Kawi Khar Khmr Khoj Knda Kthi Lana Laoo Lepc Limb Maka Mand Mani Marc Mlym Modi Mong Mtei Mult Mymr Nand Newa \
Nkoo Orya Ougr Phag Phlp Rjng Rohg Saur Shrd Sidd Sind Sinh Sogd Soyo Sund Sylo Syrc Tagb Takr Tale Talu Taml Tavt Telu \
Tglg Thai Tibt Tirh Tutg Zanb'

/** Empty for a script that this engine does not know, where it knows no letters either. */
function scriptClass(script: string): string {
  const property = `\\p{scx=${script}}`
  try {
    return new RegExp(property, 'u') && property
  } catch {
    return ''
  }
}

/** One for each trait, in the order of the bits. Property names as in PropertyAliases.txt. */
const compile = (): readonly RegExp[] =>
  [
    // What goes unless a rule keeps it; U+202F and U+2800 become spaces.
    String.raw`(?![\t\n])[\p{DI}\p{Cc}\p{NChar}\ufff9-\ufffb\u2800\u202f]`,
    // Regional indicators are paired, not joined.
    String.raw`(?!\p{RI})[\p{ExtPict}\p{EPres}]`,
    String.raw`\p{L}`,
    String.raw`\p{M}`,
    // Where Unicode gives letters Bidi_Class R or AL, assigned or not.
    String.raw`[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]`,
    // Mongolian and Phags-pa.
    String.raw`[\u1800-\u18af\ua840-\ua877\u{11660}-\u{1166c}]`,
    String.raw`(?!\p{DI})(?=[\p{L}\p{M}])[${JOINING_SCRIPTS.replace(/\w+/g, scriptClass)}]`,
    // Killers (Indic_Syllabic_Category) that have not the combining class of a virama.
    String.raw`[\u0e4e\u17d1\u1a7a\u{16d6b}\u{16d6c}]`,
  ].map((pattern) => new RegExp(pattern, 'gu'))

let patterns: readonly RegExp[] | undefined

/** Canonical_Combining_Class 9, which no RegExp asks for: NFD sorts it between U+3099 (8) and U+05B0 (10). */
const isVirama = (mark: string): boolean => `\u05b0${mark}\u3099`.normalize('NFD') === `\u3099${mark}\u05b0`

const PAGE_POINTS = 256

/** A memo of constant properties, 2 bytes a code point, filled in pages. */
const known = /* @__PURE__ */ new Uint16Array(0x110000)

function fillPage(first: number): void {
  const points = Array.from({ length: PAGE_POINTS }, (_, i) => String.fromCodePoint(first + i))
  const page = known.subarray(first, first + PAGE_POINTS).fill(KNOWN)
  const mark = (i: number, trait: number) => {
    page[i] = (page[i] ?? 0) | trait
  }
  patterns ??= compile()
  patterns.forEach((pattern, bit) => {
    for (const { 0: point, index } of points.join('').matchAll(pattern)) {
      const i = index / point.length
      mark(i, 1 << bit)
      if (1 << bit === JOINING_LETTER && isVirama(point)) mark(i, STACKER)
    }
  })
}

/** Answers the traits of a code point, as a set of bits. */
export function traitsOf(point: number): number {
  if (known[point] === 0) fillPage(point & ~(PAGE_POINTS - 1))
  return known[point] ?? 0
}
