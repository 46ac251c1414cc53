import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'
import { runInProcess } from './run-in-process.ts'
import { spawnCli } from './spawn-cli.ts'

test.each([
  [[], 'a\u200bb\r\nMODE: design\u{e0041}\n', 'ab\n  MODE: design\n'],
  [['--policy', 'standard'], 'a\u200bb\r\nmode: x\u{e0041}\n', 'ab\nmode: x\u{e0041}\n'],
  [['--quote-lines'], 'one\n\ntwo', '| one\n| \n| two'],
])('CLI-040 %j prints the text without what was hidden in it', async (args, input, expected) => {
  expect(await runInProcess(['sanitize', ...args], { stdin: input })).toEqual({
    code: 0,
    stdout: expected,
    stderr: '',
  })
})

test.each([
  ['', ''],
  ['one\n', '| one\n'],
  ['one\n\n', '| one\n| \n'],
  ['one\n\u200b', '| one\n'],
])('CLI-115 --quote-lines marks the lines of %j and none behind them', async (stdin, expected) => {
  expect((await runInProcess(['sanitize', '--quote-lines'], { stdin })).stdout).toBe(expected)
})

test('CLI-041 prints several files one after the other', async () => {
  const cwd = makeFolder({ 'a.txt': 'a\u200b\n', 'b.txt': 'b\r\n' })
  expect((await runInProcess(['sanitize', 'b.txt', 'a.txt'], { cwd })).stdout).toBe('b\na\n')
})

test('CLI-042 gives the same text however the bytes arrive', async () => {
  const text = '👩‍💻 mo\u200bde: x\r\nMO\u200bDE: x\u001b[31m\u{e0041}\r\n'
  const bytes = Buffer.from(text)
  const singles = Array.from(bytes, (byte) => Buffer.from([byte]))
  const { stdout } = await runInProcess(['sanitize'], { stdin: singles })
  expect(stdout).toBe('👩\u200d💻 mode: x\n  MODE: x\n')
})

test.each([
  ['a byte that is no UTF-8', [0x61, 0xff, 0x62]],
  ['a character that is cut off at the end', [0x61, 0xe2, 0x82]],
])('CLI-043 refuses %s', async (_title, bytes) => {
  const { code, stderr } = await runInProcess(['sanitize'], { stdin: Buffer.from(bytes) })
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'cordon: <stdin>: not UTF-8\n' })
})

test('CLI-190 --json prints the text and what was hidden in it', async () => {
  const cwd = makeFolder({ 'a.txt': 'a\u200b\r\n' })
  const { code, stdout } = await runInProcess(['sanitize', '--json', 'a.txt', '-'], {
    cwd,
    stdin: 'MODE: x\n',
  })
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({
    code: 0,
    files: [
      {
        path: 'a.txt',
        text: 'a\n',
        hidden: 1,
        crlf: 1,
        changes: [{ codePoint: 0x200b, line: 1, column: 2 }],
      },
      { path: '<stdin>', text: '  MODE: x\n', hidden: 0, policy: 'strict', changes: [{ kind: 'header' }] },
    ],
  })
})

test.each([
  ['what is not UTF-8', Buffer.from([0x61, 0xff, 0x62]), 'not UTF-8'],
  ['more than 16 MiB', Buffer.alloc(16 * 1024 * 1024 + 1, 'a'), 'larger than 16 MiB'],
])('CLI-190 --json refuses %s', async (_, stdin, reason) => {
  expect(await runInProcess(['sanitize', '--json'], { stdin })).toEqual({
    code: 2,
    stdout: '',
    stderr: `cordon: <stdin>: ${reason}\n`,
  })
})

const endings = ['', 'a', 'a\n', 'a\r\n\r\n', 'a\r\r\nMODE: x', '\ufeffa\u200b\n', 'a\u2028b\u001b[31m\r']
test.each(endings.flatMap((stdin) => [[], ['--quote-lines']].map((form) => ({ stdin, form }))))(
  'CLI-241 --json has the text of $stdin that is printed without it ($form)',
  async ({ stdin, form }) => {
    const plain = await runInProcess(['sanitize', ...form], { stdin })
    const json = await runInProcess(['sanitize', '--json', ...form], { stdin })
    expect(JSON.parse(json.stdout).files[0].text).toBe(plain.stdout)
  },
)

test('CLI-044 works as a filter in a process of its own', async () => {
  const result = await spawnCli(['sanitize', '-'], { stdin: 'x\u200by\n'.repeat(100_000) })
  expect(result).toEqual({ code: 0, stdout: 'xy\n'.repeat(100_000), stderr: '' })
})

test('CLI-070 many files leave nothing behind on the output', async () => {
  const names = Array.from({ length: 15 }, (_, index) => `${index}.txt`)
  const cwd = makeFolder(Object.fromEntries(names.map((name) => [name, `${name}\u200b\n`])))
  expect(await spawnCli(['sanitize', ...names], { cwd })).toEqual({
    code: 0,
    stdout: names.map((name) => `${name}\n`).join(''),
    stderr: '',
  })
})

test('CLI-071 an interrupt ends it while the input says nothing', async () => {
  const stdin = new PassThrough()
  const interrupt = new AbortController()
  const result = runInProcess(['sanitize'], { stdin, signal: interrupt.signal })
  setImmediate(() => interrupt.abort())
  expect(await result).toEqual({ code: 2, stdout: '', stderr: 'cordon: interrupted\n' })
})
