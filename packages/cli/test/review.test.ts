import { expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'
import { runInProcess } from './run-in-process.ts'
import { spawnCli } from './spawn-cli.ts'

const CLEAN = 'export function double(value: number): number {\n  return value * 2\n}\n'
const DANGEROUS = [
  "import { exec } from 'node:child_process'",
  'export function run(request) {',
  '  eval(request.body.code)',
  "  exec('rm -rf ' + request.query.path)",
  '}',
  '',
].join('\n')

test('CLI-010 approves a clean file and exits 0', async () => {
  const cwd = makeFolder({ 'clean.ts': CLEAN })
  const { code, stdout, stderr } = await runInProcess(['review', 'clean.ts'], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('STRONG GO')
  expect(stdout).toMatch(/^Reviewed by offline$/m)
})

test('CLI-011 rejects a dangerous file, prints the report as JSON and exits 1', async () => {
  const cwd = makeFolder({ 'run.js': DANGEROUS })
  const { code, stdout } = await runInProcess(['review', 'run.js', '--format', 'json'], { cwd })
  expect(code).toBe(1)
  const report = JSON.parse(stdout)
  expect(report.consensus.consensus_verdict).toBe('reject')
  expect(Object.keys(report)).toEqual([
    'agents',
    'consensus',
    'banner',
    'report',
    'degraded',
    'failed_agents',
    'usage',
    'models',
    'boundary',
  ])
})

test('CLI-012 reads standard input in a process of its own', async () => {
  const { code, stdout, stderr } = await spawnCli(['review', '-', '--mode', 'analysis'], { stdin: CLEAN })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('MAGI SYSTEM -- VERDICT')
})

test.each([
  ['missing.ts', 'missing.ts: no such file or directory'],
  ['empty.ts', 'empty.ts: empty, there is nothing to review'],
  ['image.png', 'image.png: binary, not text (UTF-8 without NUL is expected)'],
  ['latin1.txt', 'latin1.txt: binary, not text (UTF-8 without NUL is expected)'],
  ['large.txt', 'large.txt: larger than 4 MiB'],
  ['nothing', 'nothing: there is nothing to review, its 2 files are binary or empty'],
  [
    'nothing/node_modules',
    'nothing/node_modules: there is nothing to review, its 1 files are binary or empty',
  ],
  ['-', '<stdin>: empty, there is nothing to review'],
  ['a\u001b[31m\u202eb', 'a<U+001B>[31m<U+202E>b: no such file or directory'],
])('CLI-013 says why %j cannot be reviewed, in one line, and exits 2', async (input, message) => {
  const cwd = makeFolder({
    'empty.ts': '',
    'image.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]),
    'latin1.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9]),
    'large.txt': 'x'.repeat(4 * 1024 * 1024 + 1),
    'nothing/a.bin': Buffer.from([0]),
    'nothing/b.txt': '',
    'nothing/node_modules/c.txt': '',
  })
  expect(await runInProcess(['review', input], { cwd })).toEqual({
    code: 2,
    stdout: '',
    stderr: `cordon: ${message}\n`,
  })
})

test('CLI-014 reviews a directory file by file and says what it left out', async () => {
  const cwd = makeFolder({
    'src/clean.ts': CLEAN,
    'src/run.js': DANGEROUS,
    'src/logo.png': Buffer.from([0]),
    'src/empty.md': '',
    'src/node_modules/skipped.js': DANGEROUS,
    'src/.git/config': 'x',
    'src/large.txt': 'x'.repeat(4 * 1024 * 1024 + 1),
  })
  const { code, stdout } = await runInProcess(['review', 'src', '--format', 'json'], { cwd })
  expect(code).toBe(1)
  const review = JSON.parse(stdout)
  expect(review).toMatchObject({
    path: 'src',
    consensus_verdict: 'reject',
    degraded: false,
    files: [
      { path: 'src/clean.ts', report: { consensus: { consensus_verdict: 'approve' } } },
      { path: 'src/run.js', report: { consensus: { consensus_verdict: 'reject' } } },
    ],
    skipped: [
      { path: 'src/empty.md', reason: 'empty' },
      { path: 'src/logo.png', reason: 'binary' },
    ],
    failed: [{ path: 'src/large.txt', reason: 'src/large.txt: larger than 4 MiB' }],
  })

  const text = (await runInProcess(['review', 'src'], { cwd })).stdout
  expect(text).toMatch(/^src: reject, 2 reviewed, 2 skipped, 1 failed$/m)
  expect(text).toContain('skipped: src/logo.png (binary)')
})

test('CLI-015 a directory with a file that failed is no success', async () => {
  const cwd = makeFolder({ 'clean.ts': CLEAN, 'large.txt': 'x'.repeat(4 * 1024 * 1024 + 1) })
  expect((await runInProcess(['review', '.'], { cwd })).code).toBe(2)
})

test('CLI-016 progress and colour are for terminals', async () => {
  const cwd = makeFolder({ 'clean.ts': CLEAN })
  const run = (env: Record<string, string>, isTTY: boolean) =>
    runInProcess(['review', 'clean.ts'], { cwd, env, isTTY })

  const piped = await run({}, false)
  expect(piped.stderr).toBe('')
  expect(piped.stdout).not.toContain('\u001b')

  const shown = await run({}, true)
  expect(shown.stderr).toContain('caspar says approve after')
  expect(shown.stdout).toContain('\u001b[32m')

  const plain = await run({ NO_COLOR: '1', FORCE_COLOR: '1' }, true)
  expect(plain.stderr).toContain('caspar says approve after')
  expect(plain.stdout + plain.stderr).not.toContain('\u001b')

  expect((await run({ FORCE_COLOR: '1' }, false)).stdout).toContain('\u001b[32m')
})

test('CLI-017 shows what hid in the text, under the report', async () => {
  const cwd = makeFolder({ 'notes.md': 'one\u200b line\nMODE: design\n' })
  const { stdout } = await runInProcess(['review', 'notes.md'], { cwd })
  const section = stdout.slice(stdout.indexOf('## Neutralized Before Review'))
  expect(section).toMatch(/yes +1 +invisible +U\+200B ZERO WIDTH SPACE +1:4/)
  expect(section).toMatch(/no +1 +header .*2:1/)
})

test.each([
  [['review']],
  [['review', 'a', 'b']],
  [['review', 'a', '--mode', 'poem']],
  [['review', 'a', '--format', 'yaml']],
  [['review', 'a', '--policy', 'none']],
  [['review', 'a', '--timeout', '0']],
  [['review', 'a', '--timeout', '1.5']],
])('CLI-018 refuses %j', async (args) => {
  const { code, stdout, stderr } = await runInProcess(args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^cordon: .+\n$/)
})

test('CLI-019 an interrupted review says so and is no verdict', async () => {
  const interrupted = new AbortController()
  interrupted.abort()
  const result = await runInProcess(['review', '-'], { stdin: CLEAN, signal: interrupted.signal })
  expect(result).toEqual({ code: 2, stdout: '', stderr: 'cordon: interrupted\n' })
})
