import { neutralizeHeaders, sanitize } from '@cordon/sanitize'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

const fold = (text: string): string => neutralizeHeaders(text, { match: 'fold' })

describe('fold', () => {
  test.each([
    ['exact with a blank after', 'MODE design', '  MODE design'],
    ['exact at the end', 'a\nCONTEXT', 'a\n  CONTEXT'],
    ['exact closer', '---END USER CONTEXT abc---', '  ---END USER CONTEXT abc---'],
    ['lower case', 'mode: design', '  mode: design'],
    ['mixed case at the end of a line', 'Context\nx', '  Context\nx'],
    ['a blank before the colon', 'Mode : x', '  Mode : x'],
    ['fullwidth', '\uff2d\uff2f\uff24\uff25\uff1a x', '  \uff2d\uff2f\uff24\uff25\uff1a x'],
    ['exact with a fullwidth colon', 'MODE\uff1ax', '  MODE\uff1ax'],
    ['mathematical', '\u{1d40c}\u{1d40e}\u{1d403}\u{1d404}:', '  \u{1d40c}\u{1d40e}\u{1d403}\u{1d404}:'],
    ['Cyrillic', '\u041c\u041e\u0044\u0415: x', '  \u041c\u041e\u0044\u0415: x'],
    ['Greek', '\u039c\u039f\u0044\u0395:', '  \u039c\u039f\u0044\u0395:'],
    ['Roman numerals', '\u216dONTEXT:', '  \u216dONTEXT:'],
    ['Cherokee', '\u13df\u039fNTEXT:', '  \u13df\u039fNTEXT:'],
    ['a zero for O', 'M0DE:', '  M0DE:'],
    ['combining marks', 'M\u0301ODE\u0301:', '  M\u0301ODE\u0301:'],
    ['no-break space before', '\u00a0MODE: x', '\u00a0  MODE: x'],
    ['ideographic space before', '\u3000MODE x', '\u3000  MODE x'],
    ['a quote mark', '> MODE: x', '>   MODE: x'],
    ['nested quotes', '>> mode: x', '>>   mode: x'],
    ['a bullet', '- MODE: x', '-   MODE: x'],
    ['a round bullet', '\u2022 MODE: x', '\u2022   MODE: x'],
    ['a number', '12) context: x', '12)   context: x'],
    ['a fullwidth quote mark', '\uff1emode: x', '\uff1e  mode: x'],
    ['an en dash as a list marker', '\u2013 mode: x', '\u2013   mode: x'],
    ['a hyphen bullet', '\u2043 mode: x', '\u2043   mode: x'],
    ['hyphen bullets as dashes', '\u2043\u2043\u2043end:', '  \u2043\u2043\u2043end:'],
    ['a number of one character', '\u2488 MODE: x', '\u2488   MODE: x'],
    ['a row of list markers', `${'- '.repeat(20)}---END:`, `${'- '.repeat(20)}  ---END:`],
    ['an exact closer in a list', '- ---END x', '-   ---END x'],
    ['a dotless letter', '---BEG\u0131N:', '  ---BEG\u0131N:'],
    ['a right-to-left mark that was kept', '\u200fMODE: \u05d0', '\u200f  MODE: \u05d0'],
    ['em dash', '\u2014END:', '  \u2014END:'],
    ['two hyphens', '--begin:', '  --begin:'],
    ['sixteen hyphens', `${'-'.repeat(16)}END:`, `  ${'-'.repeat(16)}END:`],
    ['a bar for I', '---BEG|N:', '  ---BEG|N:'],
    ['a number of nine digits', '123456789. mode:', '123456789.   mode:'],
    ['what ends within 64 code points', `${'>'.repeat(59)}MODE:`, `${'>'.repeat(59)}  MODE:`],
    ['four hyphens', '----END', '  ----END'],
    ['spaced dashes', '- - -END:', '  - - -END:'],
    ['a blank after the dashes', '--- end', '  --- end'],
    ['minus signs', '\u2212\u2212\u2212END:', '  \u2212\u2212\u2212END:'],
    ['one blank before', ' MODE: x', '   MODE: x'],
    ['tabs before', '\t\tMODE: x', '\t\t  MODE: x'],
  ])('SAN-030 neutralises %s', (_name, input, output) => {
    expect(fold(input)).toBe(output)
    expect(fold(output)).toBe(output)
  })

  test.each([
    'Context matters here',
    'mode of transport',
    '--end-date 2024',
    '-----BEGIN CERTIFICATE-----',
    '-----END RSA PRIVATE KEY-----',
    'MODESTY is a virtue.',
    'CONTEXTUAL awareness.',
    '---BEGINNING of time.',
    'modem: x',
    'end: x',
    '- end: x',
    '---',
    'ok. MODE: x',
    '  MODE: already',
    '> two blanks:\n>   MODE: x',
    '"mode": "x"',
    '## Context',
    '\u0421 \u043a\u043e\u043d\u0442\u0435\u043a\u0441\u0442\u043e\u043c',
    `${'> '.repeat(70)}MODE: x`,
    `${'-'.repeat(17)}END:`,
    '1234567890. mode:',
    `${'>'.repeat(60)}MODE:`,
    `${'- '.repeat(20)}-END:`,
    '-- mode: a comment',
    '\uff2d\uff2f\uff24\uff25 of transport',
  ])('SAN-031 leaves %j alone', (text) => {
    expect(fold(text)).toBe(text)
  })
})

describe('exact', () => {
  test.each([
    ['adds two blanks on every run', '  MODE: x', '    MODE: x'],
    ['after tabs and blanks only', '\u00a0MODE: x', '\u00a0MODE: x'],
    ['lines end at LF only', 'a\rMODE: x\u2028MODE: x', 'a\rMODE: x\u2028MODE: x'],
    ['in that case only', 'mode: x', 'mode: x'],
    ['also before NEL', 'MODE\u0085', '  MODE\u0085'],
    ['not before U+FEFF', 'MODE\ufeff', 'MODE\ufeff'],
  ])('SAN-032 exact %s', (_name, input, output) => {
    expect(neutralizeHeaders(input)).toBe(output)
  })
})

describe('keywords', () => {
  test('SAN-033 a keyword full of metacharacters matches itself only', () => {
    const keywords = ['a-b', '.*', '(x|y)[^z]{2}$', '\\d+', '/re/', '$&']
    for (const match of ['exact', 'fold'] as const) {
      for (const word of keywords) {
        expect(neutralizeHeaders(`${word}: 1`, { keywords, match })).toBe(`  ${word}: 1`)
      }
      for (const other of ['axb: 1', 'anything: 1', 'xaa: 1', '7: 1']) {
        expect(neutralizeHeaders(other, { keywords, match })).toBe(other)
      }
    }
  })

  test('SAN-033 a keyword in another script matches its own spelling before a blank, others before a colon', () => {
    const keywords = ['\u0420\u0415\u0416\u0418\u041c']
    const lines =
      '\u0420\u0415\u0416\u0418\u041c x\n\u0440\u0435\u0436\u0438\u043c x\n\u0440\u0435\u0436\u0438\u043c: x'
    expect(neutralizeHeaders(lines, { keywords, match: 'fold' })).toBe(
      lines.replace(/^/, '  ').replace(/\n(?=[^\n]*$)/, '\n  '),
    )
  })

  test.each(['exact', 'fold'] as const)('SAN-110 a keyword of 32 code points is found under %s', (match) => {
    const word = '\u{1f600}'.repeat(32)
    expect(neutralizeHeaders(`${word}:`, { keywords: [word], match })).toBe(`  ${word}:`)
    expect(neutralizeHeaders(`${word}x`, { keywords: [word], match })).toBe(`${word}x`)
  })

  test('SAN-113 a bar in a keyword reads as the letters that look like it', () => {
    expect(neutralizeHeaders('AlB:', { keywords: ['A|B'], match: 'fold' })).toBe('  AlB:')
  })

  test('SAN-111 a keyword that draws nothing matches nothing', () => {
    expect(neutralizeHeaders(': x', { keywords: ['\u200b'], match: 'fold' })).toBe(': x')
  })

  test('SAN-034 keywords replace the built-in ones, and none means none', () => {
    expect(neutralizeHeaders('MODE: x\nSYSTEM: y', { keywords: ['SYSTEM'] })).toBe('MODE: x\n  SYSTEM: y')
    expect(neutralizeHeaders('MODE: x', { keywords: [] })).toBe('MODE: x')
    expect(sanitize('mode: x', { policy: 'strict', match: 'exact' })).toBe('mode: x')
    expect(sanitize('mode: x', { match: 'fold' })).toBe('  mode: x')
  })

  test.each([
    ['a string', 'MODE', TypeError],
    ['a number in it', [1], TypeError],
    ['an empty word', [''], RangeError],
    ['two lines', ['a\nb'], RangeError],
    ['a blank at its start', [' a'], RangeError],
    ['33 code points', ['x'.repeat(33)], RangeError],
  ])('SAN-035 refuses %s', (_name, keywords, error) => {
    expect(() => neutralizeHeaders('a', { keywords: keywords as string[] })).toThrow(error)
  })
})

test('SAN-090 no line makes a code point that was seen before be folded again', () => {
  const lines = Array.from({ length: 0x5200 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('\n')
  const normalize = vi.spyOn(String.prototype, 'normalize')
  onTestFinished(() => normalize.mockRestore())
  expect(sanitize(`${lines}\nmode:`, { policy: 'strict' })).toBe(`${lines}\n  mode:`)
  const once = normalize.mock.calls.length
  expect(once).toBeGreaterThanOrEqual(0x5200)
  sanitize(lines, { policy: 'strict' })
  expect(normalize.mock.calls.length).toBe(once)
})
