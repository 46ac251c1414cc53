import {
  createSanitizer,
  inspect,
  neutralizeHeaders,
  normalizeNewlines,
  sanitize,
  stripInvisibles,
} from '@cordon/sanitize'
import { describe, expect, test } from 'vitest'
import emoji from './vectors/emoji-test-17.json' with { type: 'json' }

const strip = (text: string): string => stripInvisibles(text, { policy: 'strict' })
const fromHex = (sequence: string): string =>
  String.fromCodePoint(...sequence.split('-').map((point) => Number.parseInt(point, 16)))
const everyPoint = Array.from({ length: 0x110000 }, (_, point) => point)

describe('strict keeps what a script or an emoji needs', () => {
  const sequences = emoji.sequences.split(' ').map(fromHex)

  test('SAN-010 every sequence of emoji-test 17.0 survives, alone and inside text', () => {
    expect(sequences).toHaveLength(5225)
    for (const wrap of [(e: string) => e, (e: string) => `a${e}b`, (e: string) => `\u0628 ${e}${e}\u0915`]) {
      const text = sequences.map(wrap).join('\n')
      expect(strip(text)).toBe(text)
    }
  })

  test.each([
    ['Persian ZWNJ', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
    ['Persian ZWNJ after a vowel mark', '\u0645\u064e\u200c\u06cc'],
    ['Persian final ZWJ', '\u0647\u200d.'],
    ['Urdu ZWNJ', '\u0628\u06c1\u200c\u06c1'],
    ['Hindi explicit virama', '\u0915\u094d\u200c\u0937'],
    ['Hindi half form', '\u0915\u094d\u200d\u0937'],
    ['Bengali ya-phala after ra', '\u09b0\u200d\u09cd\u09af'],
    ['Sinhala conjunct', '\u0d9a\u0dca\u200d\u0dbb'],
    ['Malayalam chillu', '\u0d28\u0d4d\u200d'],
    ['Kannada ra with joiner', '\u0cb0\u200d\u0ccd\u0c95'],
    ['Khmer', '\u1780\u17d2\u200d\u1780'],
    ['Mongolian selector', '\u182d\u180b\u1820'],
    ['Mongolian vowel separator', '\u182a\u1820\u180e\u1820'],
    ['Hebrew LRM', '\u05d0 C++\u200e \u05d1'],
    ['Hebrew RLM at the start of a line', '\u200f(\u05d0)'],
    ['Arabic letter mark before a number', '\u0631\u0642\u0645 \u061c1-2'],
    ['Hebrew points in order', '\u05dc\u05b7\u034f\u05b4\u05dd'],
    ['old Hangul', '\u115f\u1161 \u1100\u1160'],
    ['old Hangul of the extended blocks', '\u115f\ud7b0 \ua960\u1160'],
    ['Braille', '\u2801\u2800\u2803'],
    ['keycap', '1\ufe0f\u20e3'],
    ['Scotland', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['private use', '\ue000\u{f0000}'],
    ['prepended concatenation marks', '\u0600\u0661 \u06dd\u0661 \u070f\u0710 \u{110bd}'],
    ['hieroglyph joiners', '\u{13000}\u{13430}\u{13001}'],
    ['object replacement and replacement characters', '\ufffc\ufffd'],
    ['visible spaces', 'a\u00a0b\u2003c\u3000d'],
  ])('SAN-011 keeps %s', (_name, text) => {
    expect(strip(text)).toBe(text)
  })
})

describe('strict removes what hides', () => {
  test('SAN-012 between two ASCII letters every hidden code point is gone or replaced', () => {
    const hidden =
      /(?![\t\n])[\p{Default_Ignorable_Code_Point}\p{Control}\p{Noncharacter_Code_Point}\p{Surrogate}\ufff9-\ufffb]/u
    const points = everyPoint.filter((point) => hidden.test(String.fromCodePoint(point)))
    expect(points.length).toBe(4174 + 65 - 2 + 66 + 2048 + 3)
    const lines = points.map((point) => `a${String.fromCodePoint(point)}b`)
    const odd = strip(lines.join('\n\n'))
      .split('\n\n')
      .filter((line) => !['ab', 'a\nb', 'a\ufffdb'].includes(line))
    expect(odd).toEqual([])
  })

  test('SAN-013 everything else between two ASCII letters stays, but for two blanks that become spaces', () => {
    const hidden =
      /[\p{Default_Ignorable_Code_Point}\p{Control}\p{Noncharacter_Code_Point}\p{Surrogate}\ufff9-\ufffb\u2028\u2029]/u
    const points = everyPoint.filter((point) => !hidden.test(String.fromCodePoint(point)))
    const text = points.map((point) => `a${String.fromCodePoint(point)}b`).join('\n')
    expect(strip(text)).toBe(text.replace(/[\u202f\u2800]/g, ' '))
  })

  test.each([
    ['CSI', 'a\x1b[31;1mb\x1b[0m', 'ab'],
    ['8-bit CSI with a parameter', 'a\x9b2Kb', 'ab'],
    ['OSC to BEL', 'a\x1b]0;title\x07b', 'ab'],
    ['OSC to ST', 'a\x1b]8;;http://e.example\x1b\\b', 'ab'],
    ['8-bit OSC', 'a\x9d0;title\x9cb', 'ab'],
    ['DCS to ST only', 'a\x1bP1$r\x07m\x1b\\b', 'ab'],
    ['APC, PM, SOS', 'a\x1b_x\x1b\\b\x1b^x\x1b\\c\x1bXx\x1b\\d', 'abcd'],
    ['character set and cursor escapes', 'a\x1b(Bb\x1b7c\x1b8', 'abc'],
    ['a sequence of 4,096 units', `a\x1b]${'x'.repeat(4093)}\x07b`, 'ab'],
    ['a longer one loses its introducer', `a\x1b]${'x'.repeat(4094)}\x07b`, `a${'x'.repeat(4094)}b`],
    ['one that a LF cuts', 'a\x1b]0;b\nc\x07d', 'a0;b\ncd'],
    ['one that a line separator cuts', 'a\x1b]0;b\u2028c\x07d', 'a0;b\ncd'],
    ['one that never ends', 'a\x1b[', 'a'],
    ['ESC before a letter', 'a\x1bbc', 'abc'],
    ['a stray 8-bit CSI', 'a\x9bb', 'ab'],
    ['a stray string terminator', 'a\x1b\\b', 'ab'],
  ])('SAN-014 terminal sequence: %s', (_name, input, output) => {
    expect(strip(input)).toBe(output)
  })

  test.each([
    ['DCS', '\x90', '\x1bP'],
    ['SOS', '\x98', '\x1bX'],
    ['OSC', '\x9d', '\x1b]'],
    ['PM', '\x9e', '\x1b^'],
    ['APC', '\x9f', '\x1b_'],
  ])('SAN-021 the 8-bit %s opens the string that its 7-bit form opens', (_name, short, long) => {
    for (const opener of [short, long]) {
      expect(strip(`a${opener}text\x9cb${opener}text\x1b\\c`)).toBe('abc')
      expect(strip(`a${opener}text\nb\x9c`)).toBe('atext\nb')
      expect(strip(`a${opener}text`)).toBe('atext')
      expect(strip(`a${opener}${'x'.repeat(4096)}\x9c`)).toBe(`a${'x'.repeat(4096)}`)
    }
  })

  test.each([
    ['a second joiner', '\u0915\u094d\u200d\u200d\u0937', '\u0915\u094d\u200d\u0937'],
    ['a second selector', '\u2764\ufe0f\ufe0f', '\u2764\ufe0f'],
    ['a selector after a letter', 'a\ufe0f', 'a'],
    ['a digit with a selector and no keycap', '1\ufe0f2', '12'],
    ['tags after another base', '\u{1f600}\u{e0067}\u{e007f}', '\u{1f600}'],
    ['a mark between ASCII letters of a Hebrew line', '\u05d0 a\u200eb', '\u05d0 ab'],
    ['a mark far from right-to-left letters', `-\u200e-${'.'.repeat(63)}\u05d0`, `--${'.'.repeat(63)}\u05d0`],
    ['a mark on a line behind a right-to-left one', '\u05d0\u200b\n-\u200e-', '\u05d0\n--'],
    ['braille blanks away from braille', 'a\u2800\u2800b', 'a  b'],
    ['a joiner between Latin letters', 'pass\u200dword', 'password'],
    ['a joiner between Arabic and Latin', '\u0628\u200ca', '\u0628a'],
    ['a CGJ after a letter', 'ex\u034fa', 'exa'],
    ['an ideographic selector', '\u845b\u{e0100}', '\u845b'],
    ['halves that a deletion would join', '\udb40\u200b\udc41', '\ufffd\ufffd'],
  ])('SAN-015 removes %s', (_name, input, output) => {
    expect(strip(input)).toBe(output)
  })

  test.each([...'\r\v\f\x85\u2028\u2029\x1c\x1d\x1e'])('SAN-112 the separator %j becomes LF', (separator) => {
    expect(strip(`a${separator}b`)).toBe('a\nb')
  })

  test('SAN-016 a mark sees exactly 64 code points ahead', () => {
    const kept = `-\u200e-${'.'.repeat(62)}\u05d0`
    expect(strip(kept)).toBe(kept)
  })
})

describe('contracts of both policies', () => {
  test('SAN-017 the same string comes back when nothing changes', () => {
    const text = `plain ${'text '.repeat(100)}`
    expect(stripInvisibles(text)).toBe(text)
    expect(sanitize(text, { policy: 'strict' })).toBe(text)
  })

  test.each(['Strict', '', null, 1])('SAN-018 refuses the policy %j', (policy) => {
    expect(() => stripInvisibles('a', { policy: policy as 'strict' })).toThrow(TypeError)
    expect(() => sanitize('a', { policy: policy as 'strict' })).toThrow(TypeError)
  })

  test.each([
    ['sanitize', sanitize],
    ['inspect', inspect],
    ['neutralizeHeaders', neutralizeHeaders],
    ['normalizeNewlines', normalizeNewlines],
    ['stripInvisibles', stripInvisibles],
  ])('SAN-018 %s names the argument that is no text', (_name, take) => {
    const nothing = undefined as unknown as string
    expect(() => take(nothing)).toThrow(new TypeError('"text" expected string, got undefined'))
  })

  test('SAN-018 a sanitizer names the chunk that is no text', () => {
    expect(() => createSanitizer().push(7 as never)).toThrow(
      new TypeError('"chunk" expected string, got number'),
    )
  })
})
