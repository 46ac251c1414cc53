import { expect, test } from 'vitest'
import { formatJson } from '../src/terminal/format-json.ts'
import { printable, printableLine } from '../src/terminal/printable.ts'

test.each([
  ['a\u200bb', 'a<U+200B>b'],
  ['\u001b[31mred', '<U+001B>[31mred'],
  ['\u{e0041}', '<U+E0041>'],
  ['\ud800', '<U+D800>'],
  ['tab\tand\nline', 'tab\tand\nline'],
  ['naïve 漢字 🎉', 'naïve 漢字 🎉'],
])('CLI-004 writes %j as text that can be seen', (text, expected) => {
  expect(printable(text)).toBe(expected)
})

test('CLI-004 a name makes no line of its own', () => {
  expect(printableLine('a\tb\nfailed: c\u200b')).toBe('a<U+0009>b<U+000A>failed: c<U+200B>')
})

test('CLI-004 escapes what cannot be seen in JSON', () => {
  expect(formatJson(['\u202e', '\u{e0041}', '\ue000'])).toBe(
    '[\n  "\\u202e",\n  "\\udb40\\udc41",\n  "\\ue000"\n]\n',
  )
})
