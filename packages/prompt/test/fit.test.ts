import { fit, prompt, trusted } from '@cordon/prompt'
import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'

const words = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

test('PRO-060 a text that fits is returned as it is, without a note', () => {
  expect(fit('one\ntwo', 7)).toEqual({ text: 'one\ntwo', note: '' })
  expect(fit('', 0)).toEqual({ text: '', note: '' })
  expect(fit('\u{1F600}\u{1F600}', 2)).toEqual({ text: '\u{1F600}\u{1F600}', note: '' })
  expect(fit('one two', { max: 2, count: words })).toEqual({ text: 'one two', note: '' })
})

test.each([
  { text: 'one\ntwo\nthree', max: 9, kept: 'one\ntwo' },
  { text: 'one\ntwo\nthree', max: 7, kept: 'one\ntwo' },
  { text: 'one\ntwo\nthree', max: 6, kept: 'one' },
  { text: 'abcdef', max: 4, kept: 'abcd' },
  { text: 'abcdef', max: 0, kept: '' },
  { text: 'a\nbcdefghijkl', max: 10, kept: 'a\nbcdefghi' },
  { text: '\u{1F600}\u{1F600}\u{1F600}', max: 2, kept: '\u{1F600}\u{1F600}' },
  { text: '\nabc', max: 1, kept: '\n' },
  // A line end of two characters is cut off whole, never in the middle.
  { text: 'aa\r\nbb\r\ncc', max: 6, kept: 'aa' },
  { text: 'aa\r\nbb\r\ncc', max: 7, kept: 'aa\r\nbb' },
  { text: 'aaaa\r\n', max: 5, kept: 'aaaa' },
  { text: '\r\n', max: 1, kept: '' },
])('PRO-061 cuts $text to $max code points at a line end or a code point', ({ text, max, kept }) => {
  expect(fit(text, max).text).toBe(kept)
})

test('PRO-062 cuts by the measure of the caller', () => {
  const text = Array.from({ length: 5000 }, (_, line) => `line ${line}`).join('\n')
  const { text: kept } = fit(text, { max: 100, count: words })
  expect(kept.endsWith('\nline 49')).toBe(true)
  expect(words(kept)).toBe(100)
})

test('PRO-062 what the measure allows is kept to the last character', () => {
  const count = (text: string): number => text.length
  for (let max = 0; max <= 50; max += 1) expect(fit('x'.repeat(50), { max, count }).text).toHaveLength(max)
})

test('PRO-062 a long text is not measured whole when little of it fits', () => {
  const measured: number[] = []
  const count = (text: string): number => {
    measured.push(text.length)
    return text.length
  }
  fit('x'.repeat(2 ** 22), { max: 1500, count })
  expect(Math.max(...measured)).toBeLessThan(5000)
})

test('PRO-063 the note counts code points and can stand outside the fence', () => {
  const { text, note } = fit('\u{1F600}\u{1F600}abc', 3)
  expect(note).toBe('(The text was cut to fit: the first 3 of 5 code points are shown.)')
  expect(prompt`Read: ${text} ${trusted(note)}`.toString().endsWith(`\n\n${note}`)).toBe(true)
})

test.each([-1, 1.5, Number.NaN])('PRO-064 refuses a budget of %d', (max) => {
  expect(() => fit('x', max)).toThrow(RangeError)
  expect(() => fit('x', { max, count: words })).toThrow(RangeError)
})

test.each(['5', undefined, 5n])(
  'PRO-064 refuses a budget of another type (%s), without quoting it',
  (max) => {
    expect(() => Reflect.apply(fit, undefined, ['x', { max, count: words }])).toThrow(
      new TypeError('"budget" expected number, or max and count, got neither'),
    )
  },
)

test('PRO-062 a measure that rises and falls still gives a text within the budget', () => {
  const count = (text: string): number => (text.length % 7 === 0 ? 0 : 100)
  expect(count(fit('abcdef'.repeat(1000), { max: 10, count }).text)).toBeLessThanOrEqual(10)
})

test('PRO-064 refuses a text that is not a string', () => {
  expect(() => Reflect.apply(fit, undefined, [undefined, 5])).toThrow(TypeError)
})

property.prop([
  fc.string({ unit: fc.constantFrom('a', '\n', '\u{1F600}', '\u00E9'), maxLength: 3000 }),
  fc.nat(3000),
])(
  'PRO-061 what is kept is a prefix within the budget that ends between code points, and more than half of it',
  (text, max) => {
    const points = [...text]
    for (const budget of [max, { max, count: (candidate: string) => [...candidate].length }]) {
      const { text: kept } = fit(text, budget)
      expect(text.startsWith(kept)).toBe(true)
      expect(kept.isWellFormed()).toBe(true)
      expect([...kept].length).toBeLessThanOrEqual(max)
      expect(kept.length * 2).toBeGreaterThanOrEqual(points.slice(0, max).join('').length - 1)
    }
  },
)
