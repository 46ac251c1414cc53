import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const repeatTo = (text: string, units: number): string =>
  text.repeat(Math.ceil(units / text.length)).slice(0, units)
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const labels = (locale: string): string =>
  (require(`emojibase-data/${locale}/data.json`) as { label: string; tags?: string[] }[])
    .map(({ label, tags = [] }) => `${label}: ${tags.join(', ')}.`)
    .join('\n')

/** Clean text that nothing here was tuned on: cut to one-byte or two-byte content, without headers of ours. */
const clean = (text: string, allowed: RegExp): string =>
  text
    .replace(/\r/g, '')
    .replace(allowed, '')
    .replace(/\b(?:MODE|CONTEXT|BEGIN|END|mode|context|begin|end)\b/gi, 'word')

/** V8 keeps what was cut out of a two-byte string in two bytes a unit; this makes it one again. */
const oneByte = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')

const prose = oneByte(clean(read('../../../docs/adr/001-prompt-injection-threat-model.md'), /[^\n -~]/g))
const source = oneByte(clean(read('../../../scripts/results-reporter.mjs'), /[^\n -~]/g))
const french = oneByte(clean(labels('fr'), /[^\n -~\u00a1-\u00ac\u00ae-\u00ff]/g))
const japanese = clean(labels('ja'), /[^\n -~\u3000-\u9fff]/g)
const russian = clean(labels('ru'), /[^\n -~\u0400-\u04ff]/g)
const emoji = clean(labels('zh'), /[\u200b-\u200f\u2028-\u202f]/g).replace(/\n/g, ' \u{1f642}\n')

export interface Corpus {
  readonly name: string
  readonly group: 'one-byte clean' | 'two-byte clean' | 'CRLF' | 'dense CR' | 'short'
  readonly text: string
  /** Times naive, as the requirements ask. */
  readonly target: number
}

const MI = 1 << 20

const cleanCorpora = [4096, 65_536, MI].flatMap((units): readonly Corpus[] => [
  { name: `prose ${units / 1024} Ki`, group: 'one-byte clean', text: repeatTo(prose, units), target: 4 },
  { name: `source ${units / 1024} Ki`, group: 'one-byte clean', text: repeatTo(source, units), target: 4 },
  { name: `French ${units / 1024} Ki`, group: 'one-byte clean', text: repeatTo(french, units), target: 4 },
  {
    name: `Japanese ${units / 1024} Ki`,
    group: 'two-byte clean',
    text: repeatTo(japanese, units),
    target: 1.8,
  },
  {
    name: `Russian ${units / 1024} Ki`,
    group: 'two-byte clean',
    text: repeatTo(russian, units),
    target: 1.8,
  },
  {
    name: `Chinese with emoji ${units / 1024} Ki`,
    group: 'two-byte clean',
    text: repeatTo(emoji, units),
    target: 1.8,
  },
])

export const corpora: readonly Corpus[] = [
  ...cleanCorpora,
  {
    name: 'prose CRLF 1024 Ki',
    group: 'CRLF',
    text: repeatTo(prose.replaceAll('\n', '\r\n'), MI),
    target: 1.5,
  },
  {
    name: 'source CRLF 1024 Ki',
    group: 'CRLF',
    text: repeatTo(source.replaceAll('\n', '\r\n'), MI),
    target: 1.5,
  },
  { name: 'every second a CR 1024 Ki', group: 'dense CR', text: repeatTo('\ra', MI), target: 10 },
  { name: 'prose 20', group: 'short', text: prose.slice(200, 220), target: 4 },
  { name: 'prose 50', group: 'short', text: prose.slice(300, 350), target: 4 },
  { name: 'prose 100', group: 'short', text: prose.slice(400, 500), target: 4 },
  { name: 'source 80', group: 'short', text: source.slice(100, 180), target: 4 },
  { name: 'Japanese 100', group: 'short', text: japanese.slice(100, 200), target: 4 },
]

/** A line for each code point from `first` to `last`. */
const linesOf = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, i) => `${String.fromCodePoint(first + i)}\n`).join('')

/** What an attacker would repeat to make a pass slow. */
export const hostilePieces: Readonly<Record<string, string>> = {
  'ZWSP and a letter': '\u200ba',
  'ZWSP only': '\u200b',
  'ZWJ only': '\u200d',
  'U+FEFF and a letter': '\ufeffx',
  'soft hyphens': '\xad',
  'NUL only': '\0',
  'CR only': '\r',
  'CR and a letter': '\ra',
  'CRLF only': '\r\n',
  'CR CR LF': '\r\r\n',
  'FF only': '\f',
  'LS only': '\u2028',
  'LF only': '\n',
  blanks: ' ',
  tabs: '\t',
  'indented lines': '        c\n',
  'blank lines': '  \n',
  headers: 'MODE:\n',
  'M lines': 'M\n',
  'CONTEX lines': 'CONTEX\n',
  '---EN lines': '---EN\n',
  'keywords in a row': 'MODE CONTEXT ',
  'c lines': 'c\n',
  'Cyrillic O lines': '\u041c\u041e\n',
  'Han lines': linesOf(0x4e00, 0x9fff),
  'Hangul lines': linesOf(0xac00, 0xd7a3),
  'folded near misses': 'conteXt matters\n',
  'list markers': '- ',
  'spaced markers': '-  ',
  dashes: '-',
  'em dashes': '\u2014',
  quotes: '>',
  'quoted lines': '> > > \n',
  numbers: '1. ',
  marks: '\u0301',
  NBSP: '\u00a0',
  'ESC only': '\x1b',
  'CSI openers': '\x1b[',
  '8-bit openers': '\x9d',
  'OSC openers': '\x1b]a',
  'CSI sequences': '\x1b[0m',
  parameters: '\x1b[0000000',
  'OSC to BEL': '\x1b]0;x\x07',
  'lone high': '\ud800',
  'swapped halves': '\udc00\ud800',
  tags: '\u{e0041}',
  'tags after flags': '\u{1f3f4}\u{e0067}',
  selectors: '\u{e0158}',
  emoji: '\u{1f600}',
  'emoji and ZWJ': '\u{1f468}\u200d',
  'heart and VS16': '\u2764\ufe0f',
  keycaps: '1\ufe0f\u20e3',
  'Persian and ZWNJ': '\u06cc\u200c',
  'virama and ZWJ': '\u0915\u094d\u200d',
  'LRM and hyphen': '\u200e-',
  'LRM and letter': '\u200ea',
  'RLM after Hebrew': '\u05d0\u200f',
  'RLM before Hebrew': '\u200f.\u05d0\n',
  'marks and CGJ': '\u0301\u034f',
  'Mongolian selectors': '\u1820\u180b',
  'jamo fillers': '\u115f\u1161',
  'braille blanks': '\u2800',
  NNBSP: '\u202f',
  noncharacters: '\ud83f\udffd',
  'near candidates': '\ud834\udd5e',
  'private use': '\ue000',
}

export { repeatTo }
