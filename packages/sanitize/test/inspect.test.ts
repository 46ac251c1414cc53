import { inspect, type SanitizeOptions } from '@cordon/sanitize'
import { describe, expect, test } from 'vitest'

const rows = (text: string, options?: SanitizeOptions) =>
  inspect(text, options).changes.map(({ kind, codePoint, name, count, line, column, decoded }) => [
    kind,
    codePoint?.toString(16) ?? null,
    name,
    count,
    `${line}:${column}`,
    ...(decoded === undefined ? [] : [decoded]),
  ])

describe('inspect', () => {
  test.each([
    ['a run of equal ones', 'ab\u200b\u200bc', [['invisible', '200b', 'ZERO WIDTH SPACE', 2, '1:3']]],
    ['a bidi control', '\u202ea', [['bidi', '202e', 'RIGHT-TO-LEFT OVERRIDE', 1, '1:1']]],
    [
      'a hidden text of tags',
      'x\u{e0049}\u{e0067}\u{e006e}',
      [['tag', null, 'Tags (block)', 3, '1:2', 'Ign']],
    ],
    [
      'a hidden text of selectors',
      'x\u{e0158}\u{e0159}',
      [['variation-selector', null, 'Variation Selectors (blocks)', 2, '1:2', 'hi']],
    ],
    [
      'selectors that carry nothing',
      'x\ufe01\ufe01',
      [['variation-selector', 'fe01', 'VARIATION SELECTOR-2', 2, '1:2']],
    ],
    [
      'frames and blanks of tags',
      'x\u{e0001}\u{e0009}\u{e0041}\u{e000a}\u{e007f}',
      [['tag', null, 'Tags (block)', 5, '1:2', '\tA\n']],
    ],
    [
      'a hidden text of each kind',
      'x\u{e0041}\u{e0158}',
      [
        ['tag', 'e0041', 'TAG LATIN CAPITAL LETTER A', 1, '1:2', 'A'],
        ['variation-selector', 'e0158', 'VARIATION SELECTOR-105', 1, '1:3', 'h'],
      ],
    ],
    [
      'a selector beyond the first sixteen',
      'x\u{e0100}',
      [['variation-selector', 'e0100', 'VARIATION SELECTOR-17', 1, '1:2']],
    ],
    [
      'a Mongolian selector',
      'x\u180b',
      [['variation-selector', '180b', 'MONGOLIAN FREE VARIATION SELECTOR ONE', 1, '1:2']],
    ],
    ['an isolate', 'a\u2069b', [['bidi', '2069', 'POP DIRECTIONAL ISOLATE', 1, '1:2']]],
    ['an Arabic letter mark', 'a\u061cb', [['bidi', '61c', 'ARABIC LETTER MARK', 1, '1:2']]],
    ['a braille blank', 'a\u2800b', [['space', '2800', 'BRAILLE PATTERN BLANK', 1, '1:2']]],
    ['a short escape', 'a\x1b7b', [['terminal-sequence', null, 'escape sequence', 1, '1:2']]],
    ['an escape before a letter', 'a\x1bb', [['control', '1b', 'ESCAPE', 1, '1:2']]],
    ['a delete', 'a\x7fb', [['control', '7f', 'DELETE', 1, '1:2']]],
    ['a control', 'a\0b', [['control', '0', 'NULL', 1, '1:2']]],
    ['a terminal sequence', 'a\x1b[2Kb', [['terminal-sequence', null, 'control sequence (CSI)', 1, '1:2']]],
    ['a string sequence', 'a\x9ex\x9cb', [['terminal-sequence', null, 'privacy message (PM)', 1, '1:2']]],
    ['a lone surrogate', '\u{1f600}\ud800', [['surrogate', 'd800', 'High Surrogates (block)', 1, '1:2']]],
    ['a space', 'a\u202fb', [['space', '202f', 'NARROW NO-BREAK SPACE', 1, '1:2']]],
    [
      'a newline',
      'a\r\n\u2028b',
      [
        ['newline', 'd', 'CARRIAGE RETURN', 1, '1:2'],
        ['newline', '2028', 'LINE SEPARATOR', 1, '2:1'],
      ],
    ],
    [
      'a header',
      'a\n \u200bmode: x',
      [
        ['invisible', '200b', 'ZERO WIDTH SPACE', 1, '2:2'],
        ['header', null, 'header keyword', 1, '2:3'],
      ],
    ],
    ['a noncharacter', 'a\ufffeb', [['invisible', 'fffe', 'Specials (block)', 1, '1:2']]],
    ['an unassigned ignorable', 'a\u2065b', [['invisible', '2065', 'General Punctuation (block)', 1, '1:2']]],
  ])('SAN-060 reports %s', (_name, text, expected) => {
    expect(rows(text)).toEqual(expected)
  })

  test('SAN-061 private use is reported and kept', () => {
    const report = inspect('a\ue000\ue000b')
    expect(report).toMatchObject({ text: 'a\ue000\ue000b', changed: false, policy: 'strict' })
    expect(rows('a\ue000\ue000b')).toEqual([['private-use', 'e000', 'Private Use Area (block)', 2, '1:2']])
  })

  test('SAN-062 nothing to report', () => {
    const text = 'plain\ntext \u{1f469}\u200d\u{1f4bb}'
    expect(inspect(text)).toEqual({
      text,
      policy: 'strict',
      changed: false,
      changes: [],
      omitted: [],
      addedLines: [],
    })
    expect(inspect('')).toMatchObject({ text: '', changed: false })
  })

  test('SAN-063 standard reports its own passes', () => {
    expect(rows('M\u200bODE: x\u{e0041}\u202f', { policy: 'standard' })).toEqual([
      ['header', null, 'header keyword', 1, '1:1'],
      ['invisible', '200b', 'ZERO WIDTH SPACE', 1, '1:2'],
      ['space', '202f', 'NARROW NO-BREAK SPACE', 1, '1:10'],
    ])
  })

  test('SAN-064 places hold behind every kind of change before them', () => {
    const noise = '\r\nMODE: \x1b[31m\u200b\ud800\u{e0041}\u{1f469}\u200d\u{1f4bb}x\u2028'
    const lines = 12_000
    const report = inspect(`${noise.repeat(lines)}\u00ad!`)
    // Six kinds, of which each has its 10,000.
    expect(report.changes.length).toBe(60_000)
    const omitted = report.omitted.reduce((sum, { count }) => sum + count, 0)
    const listed = report.changes.reduce((sum, { count }) => sum + count, 0)
    expect(listed + omitted).toBe(7 * lines + 1)
    const short = inspect(`${noise.repeat(300)}\u00ad!`)
    expect(short.changes.at(-1)).toMatchObject({ codePoint: 0xad, line: 301, column: 20 })
  })

  test('SAN-085 ordinary line ends push no hidden text out of the report', () => {
    const { changes, omitted } = inspect(`${'line\r\n'.repeat(10_001)}x\u{e0068}\u{e0069}`)
    expect(changes.at(-1)).toMatchObject({ kind: 'tag', line: 10_002, column: 2, decoded: 'hi' })
    expect(omitted).toEqual([{ kind: 'newline', count: 1 }])
  })

  test('SAN-065 added lines lead back to the input', () => {
    const text = 'a\vb\r\nc\u2028d\x1ce\rf\ng'
    const report = inspect(text)
    expect(report.text).toBe('a\nb\nc\nd\ne\nf\ng')
    expect(report.addedLines).toEqual([2, 4, 5])
    expect(inspect(text, { policy: 'standard' }).addedLines).toEqual([2, 4])
    const editorLines = text.split(/\r\n|\r|\n/)
    report.text.split('\n').forEach((line, i) => {
      const raw = i + 1 - report.addedLines.filter((added) => added <= i + 1).length
      expect(editorLines[raw - 1]).toContain(line)
    })
  })

  test('SAN-066 a long hidden text comes in parts of 4,096', () => {
    const changes = inspect(`a${'\u{e0041}'.repeat(5000)}`).changes
    expect(changes.map(({ count, decoded }) => [count, decoded?.length])).toEqual([
      [4096, 4096],
      [904, 904],
    ])
  })

  test('SAN-067 quoted lines are not changes', () => {
    expect(inspect('mode: x', { quoteLines: true })).toMatchObject({
      text: '| mode: x',
      changed: true,
      changes: [],
    })
  })

  test('SAN-068 neighbours are one change however long the text, whatever stands between', () => {
    const line = 'x\u200b\u200b\u200b\0\0\x1b\x1b\r\u2028'
    const report = inspect(line.repeat(9000), { keywords: [] })
    const counts = report.changes.map(({ count }) => count)
    expect(new Set(report.changes.map(({ kind, count }) => `${kind} ${count}`))).toEqual(
      new Set(['invisible 3', 'control 2', 'newline 1']),
    )
    // One run of invisibles a line, but two of controls and two of breaks.
    expect(counts).toHaveLength(9000 + 10_000 + 10_000)
  })
})
