import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { runCli } from '@cordon/cli'
import { expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'
import { runInProcess } from './run-in-process.ts'
import { spawnCli, startCli } from './spawn-cli.ts'

test('CLI-001 lists every command in its help and exits 0', async () => {
  const { code, stdout, stderr } = await runInProcess(['--help'])
  expect(code).toBe(0)
  expect(stderr).toBe('')
  const listed = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map((match) => match[1])
  expect(listed).toEqual(['review', 'inspect', 'sanitize', 'wrap', 'personas', 'audit', 'serve', 'help'])
})

test.each([
  [['help', 'personas', 'seal'], 'Usage: cordon personas seal [options] [directory]\n'],
  [['help', 'review'], 'Usage: cordon review [options] '],
  [['help'], 'Usage: cordon [options] [command]\n'],
])('CLI-001 %j shows the help of what it names', async (args, start) => {
  const { code, stdout } = await runInProcess(args)
  expect([code, stdout.slice(0, start.length)]).toEqual([0, start])
})

test.each([
  [['inspct'], "cordon: unknown command 'inspct' (Did you mean inspect?)\n"],
  [
    ['\u001b[31m\n'],
    "cordon: unknown command '<U+001B>[31m ' (there are review, inspect, sanitize, wrap, personas, audit, serve)\n",
  ],
  [['review', '--nonsense'], "cordon: unknown option '--nonsense' (see --help)\n"],
])('CLI-002 refuses %j with one line on stderr and exit code 2', async (args, message) => {
  expect(await runInProcess(args)).toEqual({ code: 2, stdout: '', stderr: message })
})

test('CLI-003 runs as a process', async () => {
  const { code, stdout } = await spawnCli(['--version'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('CLI-006 an interrupt ends the command with 130 and one line', async () => {
  const { child, result } = startCli(['sanitize'], { stdin: null })
  child.stdin?.write('first line\n'.repeat(10_000))
  child.stdout?.once('data', () => child.kill('SIGINT'))
  const { code, stderr } = await result
  expect({ code, stderr }).toEqual({ code: 130, stderr: 'cordon: interrupted\n' })
})

test.each([
  ['CLI-006', 'SIGINT', 130],
  ['CLI-106', 'SIGTERM', 143],
] as const)('%s %s ends a command that waits for a writer with %s', async (_id, signal, code) => {
  const cwd = makeFolder({ 'first.txt': 'a\u200bb' })
  spawnSync('sh', ['-c', 'mkfifo fifo'], { cwd })
  const { child, result } = startCli(['inspect', 'first.txt', 'fifo'], { cwd })
  child.stdout?.once('data', () => child.kill(signal))
  expect(await result).toMatchObject({ code, stderr: 'cordon: interrupted\n' })
})

test.each([
  ['serve', '--config', 'fifo'],
  ['inspect', 'fifo'],
  ['sanitize', 'fifo'],
])('CLI-131 SIGTERM ends %s while the writer of its input does not end', async (...args) => {
  const cwd = makeFolder({})
  spawnSync('sh', ['-c', 'mkfifo fifo'], { cwd })
  const { child, result } = startCli(args, { cwd })
  const writer = await open(join(cwd, 'fifo'), 'w') // until the command reads
  child.kill('SIGTERM')
  expect(await result).toMatchObject({ code: 143, stderr: 'cordon: interrupted\n' })
  await writer.close()
})

test.each([
  ['inspect', '-'],
  ['sanitize'],
  ['wrap', '-'],
  ['review', '-'],
  ['serve', '--check', '--config', '-'],
])('CLI-172 %s refuses a directory on standard input', async (...args) => {
  const directory = await open(makeFolder({}), 'r')
  const { code, stdout, stderr } = await spawnCli(args, { stdin: directory.fd })
  expect([code, stderr]).toEqual([2, 'cordon: <stdin>: is a directory\n'])
  expect(stdout).not.toContain('nothing hidden')
  await directory.close()
})

test('CLI-007 a reader that leaves early ends the command without a word, and is not told that all was well', async () => {
  const { child, result } = startCli(['sanitize'], { stdin: 'line\n'.repeat(1_000_000) })
  child.stdout?.once('data', () => child.stdout?.destroy())
  const { code, stderr } = await result
  expect({ code, stderr }).toEqual({ code: 141, stderr: '' })
})

test.skipIf(!existsSync('/dev/full'))(
  'CLI-192 an output that takes nothing is told, and exits 2',
  async () => {
    const full = await open('/dev/full', 'w')
    const { code, stderr } = await spawnCli(['sanitize'], { stdin: 'text\n', stdout: full.fd })
    await full.close()
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'cordon: the output cannot be written (ENOSPC)\n' })
  },
)

test('CLI-007 a stderr that nobody reads does not change the exit code', async () => {
  const { child, result } = startCli(['inspect', 'missing'])
  child.stderr?.destroy()
  expect((await result).code).toBe(2)
})

test.each(['review', 'inspect', 'sanitize', 'wrap'])('CLI-067 %s refuses an empty name', async (command) => {
  const cwd = makeFolder({ 'a.txt': 'x' })
  expect(await runInProcess([command, ''], { cwd })).toEqual({
    code: 2,
    stdout: '',
    stderr: 'cordon: "" is not a file name\n',
  })
})

test.each(['inspect', 'sanitize', 'wrap'])(
  'CLI-068 %s refuses a directory without a file',
  async (command) => {
    const cwd = makeFolder({ 'node_modules/a.txt': 'x' })
    expect(await runInProcess([command, '.'], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'cordon: .: holds no file\n',
    })
  },
)

test.each([
  [
    ['help', 'nope'],
    "cordon: unknown command 'nope' (there are review, inspect, sanitize, wrap, personas, audit, serve)\n",
  ],
  [['-v'], "cordon: unknown option '-v' (Did you mean -V?)\n"],
])('CLI-069 %j names the mistake', async (args, stderr) => {
  expect(await runInProcess(args)).toEqual({ code: 2, stdout: '', stderr })
})

test('CLI-114 a terminal that is none is named', async () => {
  const run = runCli as (...values: unknown[]) => Promise<unknown>
  await expect(run(['--help'])).rejects.toThrow(
    new TypeError('"terminal.stdin" expected object, got undefined'),
  )
  await expect(run('--help', {})).rejects.toThrow(new TypeError('"args" expected a list of strings'))
})
