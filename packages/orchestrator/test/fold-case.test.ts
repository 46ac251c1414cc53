import { expect, test } from 'vitest'
import { foldCase } from '../src/text/fold-case.ts'
import table from './vectors/casefold-unicode14.json' with { type: 'json' }

const folding = new Map(
  Object.entries(table).map(([from, to]) => [
    String.fromCodePoint(Number.parseInt(from, 16)),
    String.fromCodePoint(...to.map((hex) => Number.parseInt(hex, 16))),
  ]),
)
const isCherokee = (character: string) => /\p{Script=Cherokee}/u.test(character)

test('ORC-008 folds every NFKC character as Unicode 14 does, save Cherokee', () => {
  const wrong = [...folding].filter(
    ([from, to]) => from.normalize('NFKC') === from && !isCherokee(from) && foldCase(from) !== to,
  )
  expect(wrong).toEqual([])
})

test('ORC-008 folds Cherokee consistently, the other way', () => {
  const pairs = [...folding].filter(([from]) => isCherokee(from))
  expect(pairs.length).toBeGreaterThan(0)
  expect(pairs.filter(([from, to]) => foldCase(from) !== foldCase(to))).toEqual([])
})

test('ORC-008 leaves alone what Unicode 14 does not fold', () => {
  const wrong: string[] = []
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const character = String.fromCodePoint(point)
    if (folding.has(character) || isCherokee(character) || character.normalize('NFKC') !== character) continue
    // Characters newer than the table fold as the engine knows them.
    if (foldCase(character) !== character && !/\p{Changes_When_NFKC_Casefolded}/u.test(character))
      wrong.push(character)
  }
  expect(wrong).toEqual([])
})

test.each([
  ['STRASSE', 'straße'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ['ﬁle'.normalize('NFKC'), 'FILE'],
])('ORC-008 %s and %s are one title', (one, other) => {
  expect(foldCase(one)).toBe(foldCase(other))
})

test('ORC-008 dotless and dotted i stay apart', () => {
  expect(foldCase('ı')).not.toBe(foldCase('i'))
  expect(foldCase('İ')).toBe('i\u0307')
})
