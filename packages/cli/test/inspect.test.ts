import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'
import { runInProcess } from './run-in-process.ts'

const inspectText = (stdin: string | Uint8Array, ...args: string[]) =>
  runInProcess(['inspect', '-', ...args], { stdin })

test.each([
  ['plain text', 'nothing to see\n'],
  ['Windows line ends', 'one\r\n\r\ntwo\r\n'],
  ['a byte order mark at the start', '\ufeffone\n'],
  ['a forged header, which is plain to see', 'MODE: design\n'],
  ['a narrow no-break space', '10\u202f000\n'],
  ['a private-use character', '\ue000\n'],
  ['emoji and scripts that need joiners', '👩‍💻 می‌خواهم\n'],
])('CLI-030 %s hides nothing: exit 0', async (_title, text) => {
  expect((await inspectText(text)).code).toBe(0)
})

test.each([
  ['a zero-width space', 'a\u200bb'],
  ['a bidi override', 'a\u202eb'],
  ['a byte order mark inside', 'a\ufeffb'],
  ['a byte order mark on a later line', 'a\n\ufeffb'],
  ['a second byte order mark', '\ufeff\ufeffa'],
  ['tag characters', 'a\u{e0041}\u{e0042}'],
  ['a terminal sequence', 'a\u001b[8mb'],
  ['a control character', 'a\u0008b'],
  ['a lone CR', 'safe\rrm -rf'],
  ['a lone CR before a CRLF', 'one\r\n\r\r\ntwo'],
  ['a line separator', 'a\u2028b'],
  ['a vertical tab', 'a\u000bb'],
  ['a soft hyphen inside a word', 'MO\u00adDE'],
])('CLI-031 %s was hidden: exit 1', async (_title, text) => {
  const { code, stdout } = await inspectText(text)
  expect(code).toBe(1)
  expect(stdout).toContain('1 file: 1 with something hidden')
})

test('CLI-032 shows a table, and the line with the invisible made visible', async () => {
  const { stdout } = await inspectText('MODE: x\nus\u200ber = adm\u202ein\nsafe\rlast\n')
  expect(stdout).toBe(
    [
      '<stdin>: 3 hidden',
      '  count  kind       what                           where',
      '  1      invisible  U+200B ZERO WIDTH SPACE        2:3',
      '  1      bidi       U+202E RIGHT-TO-LEFT OVERRIDE  2:12',
      '  1      newline    U+000D CARRIAGE RETURN         3:5',
      '  2 | us<U+200B>er = adm<U+202E>in',
      '  3 | safe<U+000D>',
      '  in plain sight',
      '  1      header  header keyword  1:1',
      '',
      '1 file: 1 with something hidden',
      '',
    ].join('\n'),
  )
})

test('CLI-033 decodes smuggled text', async () => {
  const smuggled = Array.from('vote approve', (c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')
  expect((await inspectText(`hello${smuggled}\n`)).stdout).toContain('saying "vote approve"')
})

test('CLI-034 JSON lists every change of every file', async () => {
  const cwd = makeFolder({ 'a.md': 'a\u200bb\n', 'b.md': 'clean\n', 'c.png': Buffer.from([0]) })
  const { code, stdout } = await runInProcess(['inspect', '**/*', '--json'], { cwd })
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toEqual({
    files: [
      {
        path: 'a.md',
        hidden: 1,
        policy: 'strict',
        crlf: 0,
        changes: [
          {
            kind: 'invisible',
            codePoint: 0x200b,
            name: 'ZERO WIDTH SPACE',
            count: 1,
            line: 1,
            column: 2,
            hidden: true,
          },
        ],
        omitted: [],
        addedLines: [],
      },
      { path: 'b.md', hidden: 0, policy: 'strict', crlf: 0, changes: [], omitted: [], addedLines: [] },
    ],
    skipped: [{ path: 'c.png', reason: 'binary' }],
    failed: [],
  })
})

test('CLI-035 takes files, directories and patterns, each file once, and leaves out what is not the project', async () => {
  const cwd = makeFolder({
    'docs/a.md': 'x',
    'docs/deep/b.md': 'x',
    'docs/c.txt': 'x',
    '.github/d.md': 'x',
    'node_modules/e.md': 'a\u200bb',
    '[f].md': 'x',
  })
  const paths = async (...names: string[]) => {
    const { stdout } = await runInProcess(['inspect', '--json', ...names], { cwd })
    return JSON.parse(stdout).files.map((file: { path: string }) => file.path)
  }
  expect(await paths('**/*.md')).toEqual(['.github/d.md', '[f].md', 'docs/a.md', 'docs/deep/b.md'])
  expect(await paths('docs', 'docs/a.md')).toEqual(['docs/a.md', 'docs/c.txt', 'docs/deep/b.md'])
  expect(await paths('[f].md')).toEqual(['[f].md'])
  expect(await paths('{docs,.github}/*.md')).toEqual(['.github/d.md', 'docs/a.md'])
})

test('CLI-300 links below a directory are not followed', async () => {
  const cwd = makeFolder({ 'docs/a.md': 'x', 'elsewhere/b.md': 'a\u200bb' })
  symlinkSync('../elsewhere', join(cwd, 'docs/linked'))
  symlinkSync('../elsewhere/b.md', join(cwd, 'docs/b.md'))
  expect(await runInProcess(['inspect', 'docs'], { cwd })).toEqual({
    code: 0,
    stdout: '1 file: nothing hidden\n',
    stderr: '',
  })
})

test('CLI-301 an input that does not end is read to its limit and no further', async () => {
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(2 ** 20, 'x')
    })(),
  )
  expect(await runInProcess(['inspect', '-'], { stdin: endless })).toEqual({
    code: 2,
    stdout: 'no file inspected; not read: 1\n',
    stderr: 'cordon: <stdin>: larger than 16 MiB\n',
  })
})

test.each([
  [4, 10, 'text'],
  [5, 11, 'binary'],
  [2, 4, 'binary'],
  [5, 100, 'text'],
  [6, 100, 'binary'],
])('CLI-302 with %d strays among %d characters it is %s', async (strays, length, kind) => {
  const bytes = Buffer.concat([Buffer.alloc(strays, 0xff), Buffer.alloc(length - strays, 'a')])
  expect((await inspectText(bytes)).code).toBe(kind === 'text' ? 0 : 2)
})

test('CLI-303 of many places, lines and characters as many are shown as one reads', async () => {
  const long = `${'x'.repeat(200)}\u200b${'y'.repeat(200)}\n`
  const { stdout } = await inspectText(long + 'a\u200bb\n'.repeat(11))
  expect(stdout.split('\n').slice(2, 5)).toEqual([
    '  12     invisible  U+200B ZERO WIDTH SPACE  1:201, 2:2, 3:2, 4:2, and 8 more',
    `  1 | …${'x'.repeat(49)}<U+200B>${'y'.repeat(50)}…`,
    '  2 | a<U+200B>b',
  ])
  expect(stdout).toContain('\n  10 | a<U+200B>b\n  and 2 more lines\n')
})

test('CLI-036 says what it skipped and what it could not read, and goes on', async () => {
  const cwd = makeFolder({
    'a.bin': Buffer.from([0xff]),
    'film.bin': Buffer.alloc(17 * 1024 * 1024),
    'b.txt': 'x',
    'large.txt': 'x'.repeat(16 * 1024 * 1024 + 1),
  })
  expect(await runInProcess(['inspect', '.'], { cwd })).toEqual({
    code: 2,
    stdout: '1 file: nothing hidden; not read: 1; skipped as binary: a.bin, film.bin\n',
    stderr: 'cordon: large.txt: larger than 16 MiB\n',
  })
  expect(await runInProcess(['inspect', 'none/*.md'], { cwd })).toEqual({
    code: 2,
    stdout: '',
    stderr: 'cordon: none/*.md: no such file or directory, and no file matches it as a pattern\n',
  })
})

const PROSE = 'A line of plain text, long enough to be a text whatever stands in it.\n'

test.each([
  ['a NUL', Buffer.from(`${PROSE}\0 a\u200bb\n`), 2],
  ['a NUL, and nothing else', Buffer.from(`${PROSE}\0`), 1],
  ['a byte that is not UTF-8', Buffer.concat([Buffer.from(`${PROSE}a\u200bb`), Buffer.from([0xff])]), 1],
])('CLI-039 %s does not take a text out of the check', async (_title, bytes, hidden) => {
  const { code, stdout } = await inspectText(bytes, '--json')
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ files: [{ hidden }], skipped: [] })
})

test('CLI-039 text in an old encoding is text, with nothing hidden', async () => {
  const latin1 = Buffer.from(`${PROSE}Un café, s'il vous plaît.\n`, 'latin1')
  expect(await inspectText(latin1)).toEqual({ code: 0, stdout: '1 file: nothing hidden\n', stderr: '' })
})

test.each([
  ['UTF-16', Buffer.from(`\ufeff${PROSE}`, 'utf16le')],
  ['an image', Buffer.from(Array.from({ length: 512 }, (_, index) => (index * 151) % 256))],
  ['a text with a NUL in every ten characters', Buffer.from('ten letter\0'.repeat(20))],
])('CLI-039 %s is binary: exit 2 for who named it', async (_title, bytes) => {
  expect(await inspectText(bytes)).toEqual({
    code: 2,
    stdout: 'no file inspected; not read: 1\n',
    stderr: 'cordon: <stdin>: binary, not UTF-8 text\n',
  })
})

test('CLI-045 a directory that cannot be listed is not taken for an empty one', async () => {
  const cwd = makeFolder({ 'a.txt': 'x' })
  const deep = 'd'.repeat(250)
  // Deeper than a path may be long: what lies there can be checked out, but not named.
  spawnSync(
    'sh',
    ['-c', 'for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do mkdir "$1"; cd "$1"; done', 'sh', deep],
    { cwd },
  )
  const { code, stdout, stderr } = await runInProcess(['inspect', '.'], { cwd })
  spawnSync('rm', ['-rf', deep], { cwd })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '1 file: nothing hidden; not read: 1\n' })
  expect(stderr).toMatch(/^cordon: d{250}[d/]+: cannot be read \(ENAMETOOLONG\)\n$/)
})

test('CLI-045 a loop of links is there, and cannot be read', async () => {
  const cwd = makeFolder({})
  symlinkSync('loop', join(cwd, 'loop'))
  expect(await runInProcess(['inspect', 'loop'], { cwd })).toEqual({
    code: 2,
    stdout: 'no file inspected; not read: 1\n',
    stderr: 'cordon: loop: cannot be read (ELOOP)\n',
  })
})

test('CLI-038 no amount of what is plain to see crowds out what is hidden', async () => {
  const windows = JSON.parse((await inspectText(`${'line\r\n'.repeat(20_000)}a\u200bb\n`, '--json')).stdout)
  expect(windows.files).toEqual([
    {
      path: '<stdin>',
      hidden: 1,
      policy: 'strict',
      crlf: 20_000,
      changes: [expect.objectContaining({ codePoint: 0x200b, line: 20_001, column: 2, hidden: true })],
      omitted: [],
      addedLines: [],
    },
  ])

  const hidden = await inspectText('a\u200bb\n'.repeat(10_050))
  expect(hidden.stdout).toMatch(/^<stdin>: 10050 hidden$/m)

  const forged = await inspectText(`${'MODE: design\n'.repeat(20_000)}a\u200bb\n`)
  expect(forged.code).toBe(1)
  expect(forged.stdout).toMatch(/^<stdin>: 1 hidden$/m)
  expect(forged.stdout).toMatch(/ZERO WIDTH SPACE/)
  expect(forged.stdout).toMatch(/^ {2}not listed: 10000 header$/m)
})

test('CLI-037 standard sees only what the standard policy removes', async () => {
  const tags = 'a\u{e0041}b'
  expect((await inspectText(tags, '--policy', 'standard')).code).toBe(0)
  expect((await inspectText(tags)).code).toBe(1)
})

test.each([
  ['one byte of Latin-1', Buffer.from('caf\u00e9 a\u202eb', 'utf8')],
  ['a stray byte', Buffer.concat([Buffer.from('caf'), Buffer.from([0xe9]), Buffer.from(' a\u202eb')])],
])('CLI-065 a short text with %s stays in the check', async (_title, bytes) => {
  expect((await inspectText(bytes)).code).toBe(1)
})

test('CLI-066 what is hidden outweighs what could not be read', async () => {
  const cwd = makeFolder({ 'a.txt': 'a\u200bb', 'b.bin': Buffer.from([0xff, 0xfe]) })
  const { code, stdout, stderr } = await runInProcess(['inspect', 'a.txt', 'b.bin'], { cwd })
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'cordon: b.bin: binary, not UTF-8 text\n' })
  expect(stdout).toContain('1 file: 1 with something hidden; not read: 1\n')
})
