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

/** One for each trait, in the order of the bits. Property names as in PropertyAliases.txt. */
const PATTERNS: readonly RegExp[] = [
  // What goes unless a rule keeps it; U+202F and U+2800 become spaces.
  /(?![\t\n])[\p{DI}\p{Cc}\p{NChar}\ufff9-\ufffb\u2800\u202f]/u,
  // Regional indicators are paired, not joined.
  /(?!\p{RI})[\p{ExtPict}\p{EPres}]/u,
  /\p{L}/u,
  /\p{M}/u,
  // Where Unicode gives letters Bidi_Class R or AL, assigned or not.
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u,
  // Mongolian and Phags-pa.
  /[\u1800-\u18af\ua840-\ua877]/u,
  // The cursive and the Brahmic scripts, whose letters join or form conjuncts: by name, or by area where Unicode puts
  // several side by side. U+0953 and U+0954 are Latin.
  /(?!\p{DI})(?=[\p{L}\p{M}])[\p{scx=Adlm}\p{scx=Arab}\p{scx=Cakm}\p{scx=Deva}\p{scx=Khar}\p{scx=Mani}\p{scx=Mtei}\p{scx=Nkoo}\p{scx=Phlp}\p{scx=Rohg}\p{scx=Shrd}\p{scx=Syrc}\p{scx=Tale}\u0840-\u0952\u0955-\u109f\u1700-\u18af\u1900-\u1aaf\u1b00-\u1c4f\u1cd0-\u1cff\ua800-\ua95f\ua980-\uaaff\u{10f30}-\u{10fcf}\u{11000}-\u{110cf}\u{11180}-\u{1185f}\u{11900}-\u{11aaf}\u{11c00}-\u{11d9f}\u{11ee0}-\u{11f5f}\u{16100}-\u{1613f}]/u,
  // Killers (Indic_Syllabic_Category) that have not the combining class of a virama.
  /[\u0e4e\u17d1\u1a7a\u{16d6b}\u{16d6c}]/u,
]

/** Canonical_Combining_Class 9, which no RegExp asks for: NFD sorts it between U+3099 (8) and U+05B0 (10). */
const isVirama = (mark: string): boolean => `\u05b0${mark}\u3099`.normalize('NFD') === `\u3099${mark}\u05b0`

/** A memo of constant properties, 2 bytes a code point. */
const known = /* @__PURE__ */ new Uint16Array(0x110000)

function lookUp(point: number): number {
  const char = String.fromCodePoint(point)
  const traits = PATTERNS.reduce((bits, pattern, bit) => bits | (Number(pattern.test(char)) << bit), KNOWN)
  return traits & JOINING_LETTER && isVirama(char) ? traits | STACKER : traits
}

/** Returns the traits of a code point, as a set of bits. */
export function traitsOf(point: number): number {
  known[point] ||= lookUp(point)
  return known[point]
}
