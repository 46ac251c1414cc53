import { canonicalizeBody } from '@cordon/personas'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import expected from './cases/expected.json' with { type: 'json' }

const visible = (text: string): string =>
  JSON.stringify(text).replace(/[^ -~]/gu, (c) => encodeURIComponent(c))

describe('canonicalizeBody', () => {
  test.each(expected.canonicalise.map((entry) => ({ ...entry, name: visible(entry.in) })))(
    'PER-001 gives $name its canonical form and hash',
    ({ in: text, out, sha256: hash }) => {
      expect(canonicalizeBody(text)).toBe(out)
      expect(bytesToHex(sha256(utf8ToBytes(out)))).toBe(hash)
    },
  )

  test.each([
    ['a final LF', 'Tide.\n', 'Tide.'],
    ['CRLF', 'one\ntwo\n', 'one\r\ntwo\r\n'],
    ['CR', 'one\ntwo\n', 'one\rtwo'],
    ['a byte order mark', 'Tide.\n', '\uFEFFTide.\n'],
    ['a run of byte order marks', 'Tide.\n', '\uFEFF\uFEFF\uFEFFTide.\n'],
    ['decomposed letters', '\u00e9a\nb\n', 'e\u0301a\r\nb'],
    ['marks in the other order', '\u1ee3\n', 'o\u031b\u0323'],
    ['blanks at the ends of lines', 'one\ntwo\n', 'one \t\u00a0\ntwo\u3000\u0085\n'],
  ])('AC-14 %s makes no other body', (_name, plain, twin) => {
    expect(canonicalizeBody(twin)).toBe(canonicalizeBody(plain))
  })

  test.each([
    ['U+001F, which is no White_Space', 'a\u001f\n'],
    ['a trailing U+FEFF', 'a\uFEFF\n'],
    ['a byte order mark on a later line', 'a\n\uFEFFb\n'],
    ['blanks before text', '  a\n'],
    ['empty lines before and between', '\n\na\n\nb\n'],
    ['U+2028 inside a line', 'a\u2028b\n'],
    ['compatibility characters', '\ufb01 \uff21 \u00b2\n'],
  ])('PER-002 keeps %s', (_name, text) => {
    expect(canonicalizeBody(text)).toBe(text)
  })

  // The White_Space of PropList.txt but LF and CR.
  test.each([
    ...'\t\v\f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
  ])('PER-274 takes %j from the end of a line', (blank) => {
    expect(canonicalizeBody(`a${blank}\nb${blank}`)).toBe('a\nb\n')
  })

  test('PER-003 a run of a million blanks inside a line stays and costs no second', () => {
    const text = `a${' '.repeat(1_000_000)}b\n`
    expect(canonicalizeBody(text)).toBe(text)
  })

  test('PER-004 refuses what is not a string', () => {
    expect(() => canonicalizeBody(7 as unknown as string)).toThrow(
      new TypeError('"text" expected string, got number'),
    )
  })
})
