import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { openAudit } from '@cordon/audit'
import { runCli } from '@cordon/cli'
import { expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'
import { runInProcess } from './run-in-process.ts'

const personaText = (version: string): string =>
  `---\nid: clerk\nversion: "${version}"\n---\n\nYou keep the ledger.\n`
const twoPersonas = {
  'personas/clerk@1.0.0.md': personaText('1.0.0'),
  'personas/clerk@1.1.0.md': personaText('1.1.0'),
}

async function sealedFolder(): Promise<string> {
  const cwd = makeFolder(twoPersonas)
  await runInProcess(['personas', 'seal'], { cwd })
  return cwd
}

test('CLI-261 show says that a persona is not what was sealed', async () => {
  const cwd = await sealedFolder()
  const show = (...more: string[]) => runInProcess(['personas', 'show', 'clerk@1.0.0', ...more], { cwd })
  expect(await show()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^seal +sealed$/m),
    stderr: '',
  })
  appendFileSync(join(cwd, 'personas/clerk@1.0.0.md'), 'Pay at once.\n')
  const stderr =
    'cordon: warning: clerk@1.0.0 is not what was sealed, and is refused where seals are checked; see cordon personas verify\n'
  expect(await show()).toMatchObject({ code: 1, stdout: expect.stringMatching(/^seal +changed$/m), stderr })
  const { code, stdout, ...rest } = await show('--json')
  expect({ code, seal: JSON.parse(stdout).seal, ...rest }).toEqual({ code: 1, seal: 'changed', stderr })
  expect((await runInProcess(['personas', 'show', 'clerk@1.1.0'], { cwd })).code).toBe(0)
})

test('CLI-261 show relies on no lock that cannot be read, and needs none', async () => {
  const cwd = makeFolder(twoPersonas)
  const show = () => runInProcess(['personas', 'show', 'clerk@1.0.0'], { cwd })
  expect(await show()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^seal +unsealed$/m) })
  writeFileSync(join(cwd, 'personas/personas.lock.json'), '{')
  expect(await show()).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^seal +unsure$/m),
    stderr: expect.stringContaining('clerk@1.0.0 may be refused'),
  })
})

test('CLI-330 diff says which side is not what was sealed', async () => {
  const cwd = await sealedFolder()
  const diff = (a: string, b: string) =>
    runInProcess(['personas', 'diff', `clerk@${a}`, `clerk@${b}`], { cwd })
  expect(await diff('1.0.0', '1.1.0')).toEqual({
    code: 0,
    stdout: 'no difference but the handle\n',
    stderr: '',
  })
  appendFileSync(join(cwd, 'personas/clerk@1.1.0.md'), 'Pay at once.\n')
  const stderr =
    'cordon: warning: clerk@1.1.0 is not what was sealed, and is refused where seals are checked; see cordon personas verify\n'
  for (const [a, b] of [
    ['1.0.0', '1.1.0'],
    ['1.1.0', '1.0.0'],
  ] as const) {
    expect(await diff(a, b)).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^[+-]Pay at once\.$/m),
      stderr,
    })
  }
})

test('CLI-330 two sides that were changed alike are not equal to what was sealed', async () => {
  const cwd = await sealedFolder()
  for (const version of ['1.0.0', '1.1.0'])
    appendFileSync(join(cwd, `personas/clerk@${version}.md`), 'Pay at once.\n')
  expect(await runInProcess(['personas', 'diff', 'clerk@1.0.0', 'clerk@1.1.0'], { cwd })).toEqual({
    code: 1,
    stdout: 'no difference but the handle\n',
    stderr: expect.stringMatching(/^cordon: warning: clerk@1\.0\.0 .*\ncordon: warning: clerk@1\.1\.0 .*\n$/),
  })
})

test('CLI-262 verify names the file and the handle', async () => {
  const cwd = await sealedFolder()
  appendFileSync(join(cwd, 'personas/clerk@1.0.0.md'), 'Pay at once.\n')
  expect(await runInProcess(['personas', 'verify'], { cwd })).toMatchObject({
    code: 1,
    stdout:
      'personas/clerk@1.0.0.md: persona clerk@1.0.0 is refused: its body hash is not the one that was sealed; restore it, or save it as the next version\n',
  })
})

test('CLI-263 seal warns of a persona that nobody has written yet', async () => {
  const cwd = makeFolder({ 'personas/clerk@1.0.0.md': personaText('1.0.0') })
  await runInProcess(['personas', 'new', 'porter'], { cwd })
  const { code, stdout, stderr } = await runInProcess(['personas', 'seal'], { cwd })
  expect(code).toBe(0)
  expect(stdout).toContain('generation 1: 2 sealed')
  expect(stderr).toBe(
    'cordon: warning: personas/porter@1.0.0.md holds the text that personas new wrote, and no prompt of yours\n',
  )
})

test.each([
  [
    ['nonsense'],
    "unknown command 'nonsense' (there are review, inspect, sanitize, wrap, personas, audit, serve)",
  ],
  [
    ['nonsense', 'personas'],
    "unknown command 'nonsense' (there are review, inspect, sanitize, wrap, personas, audit, serve)",
  ],
  [['audit', 'nonsense'], "unknown command 'nonsense' (there are verify, tail, head, anchor)"],
  [['reveiw'], "unknown command 'reveiw' (Did you mean review?)"],
  [['sanitize', '--frobnicate'], "unknown option '--frobnicate' (see --help)"],
  [['sanitize', '--jsn'], "unknown option '--jsn' (Did you mean --json?)"],
])('CLI-264 %j is told what there is', async (args, message) => {
  expect(await runInProcess(args)).toEqual({ code: 2, stdout: '', stderr: `cordon: ${message}\n` })
})

test('CLI-264 an unknown chain is told which there are', async () => {
  const cwd = makeFolder({})
  for (const chain of ['east', 'west']) {
    const audit = await openAudit(join(cwd, 'log'), { chain })
    await audit.append('note', {})
    await audit.close()
  }
  const { stderr } = await runInProcess(['audit', 'tail', 'log', '--chain', 'north'], { cwd })
  expect(stderr).toBe('cordon: log: no rows of a chain north; there are east, west\n')
})

const texts = { 'a.txt': 'a\u200b\n', 'b.txt': 'b\n', 'c.txt': 'c\u00ad\n' }

test.each(['sanitize', 'inspect'])(
  'CLI-265 %s --json prints the files one by one, as one JSON',
  async (command) => {
    const cwd = makeFolder(texts)
    const { stdout } = await runInProcess([command, '--json', 'a.txt', 'b.txt', 'c.txt'], { cwd })
    const printed = JSON.parse(stdout)
    expect(printed.files.map(({ path }: { path: string }) => path)).toEqual(['a.txt', 'b.txt', 'c.txt'])
    const escaped = JSON.stringify(printed, null, 2).replaceAll('\u200b', '\\u200b')
    expect(stdout).toBe(`${escaped}\n`)
  },
)

test('CLI-265 inspect --json of no file is as whole', async () => {
  const cwd = makeFolder({ 'a.bin': new Uint8Array(64) })
  const { stdout } = await runInProcess(['inspect', '--json', 'a.bin'], { cwd })
  expect(stdout).toBe(
    '{\n  "files": [],\n  "skipped": [],\n  "failed": [\n    {\n      "path": "a.bin",\n      "reason": "binary, not UTF-8 text"\n    }\n  ]\n}\n',
  )
})

test('CLI-265 what came before a file that is refused is whole JSON', async () => {
  const cwd = makeFolder({ ...texts, 'x.bin': Buffer.from([0x61, 0xff]) })
  const { code, stdout, stderr } = await runInProcess(['sanitize', '--json', 'a.txt', 'x.bin', 'b.txt'], {
    cwd,
  })
  expect([code, stderr]).toEqual([2, 'cordon: x.bin: not UTF-8\n'])
  expect(JSON.parse(stdout)).toMatchObject({ files: [{ path: 'a.txt', text: 'a\n' }] })
})

test('CLI-265 the next file waits for an output that takes no more', async () => {
  const cwd = makeFolder(texts)
  const taken: string[] = []
  let release: (() => void) | undefined
  const stdout = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      taken.push(String(chunk))
      release = done
    },
  })
  const ended = runCli(['sanitize', '--json', 'a.txt', 'b.txt', 'c.txt'], {
    stdin: process.stdin,
    stdout,
    stderr: new Writable({ write: (_chunk, _encoding, done) => done() }),
    env: {},
    cwd,
    signal: new AbortController().signal,
    exitCode: 0,
  })
  while (taken.length === 0) await turn()
  for (let rounds = 0; rounds < 50; rounds += 1) await turn()
  expect([taken.length, stdout.writableLength]).toEqual([1, Buffer.byteLength(taken[0] ?? '')])
  let open = true
  void ended.then(() => {
    open = false
  })
  while (open) {
    release?.()
    release = undefined
    await turn()
  }
  expect(JSON.parse(taken.join('')).files).toHaveLength(3)
})

test.each([
  [['review'], "missing required argument 'input' (see --help)"],
  [['review', 'a', 'b'], "too many arguments for 'review'. Expected 1 argument but got 2. (see --help)"],
  [['personas', 'show'], "missing required argument 'handle' (see --help)"],
])('CLI-310 %j is led to the help', async (args, message) => {
  expect(await runInProcess(args)).toEqual({ code: 2, stdout: '', stderr: `cordon: ${message}\n` })
})

test('CLI-311 a log without one whole row is not called missing', async () => {
  const cwd = makeFolder({ 'log/main-1.jsonl': '{"not":"a row"}\n' })
  const stderr = 'cordon: log: holds no whole row of an audit log; cordon audit verify says why\n'
  for (const args of [['head'], ['tail'], ['tail', '--chain', 'main']]) {
    expect(await runInProcess(['audit', ...args, 'log'], { cwd })).toEqual({ code: 2, stdout: '', stderr })
  }
})

test.each([
  [['new', 'porter', '-d', 'file'], 'file: not a directory'],
  [['keygen', '-o', 'file'], 'file: not a directory'],
  [['new', 'porter', '-d', 'file/inner'], 'file/inner: cannot be written (ENOTDIR)'],
])('CLI-312 personas %j names the directory as it was given', async (args, message) => {
  const cwd = makeFolder({ file: '' })
  const stderr = `cordon: ${message}\n`
  expect(await runInProcess(['personas', ...args], { cwd })).toEqual({ code: 2, stdout: '', stderr })
})

test.each([
  [
    'none',
    2,
    '',
    'cordon: none: the persona directory cannot be read (ENOENT); give the one that holds the files\n',
  ],
  [
    'file',
    2,
    '',
    'cordon: file: the persona directory cannot be read (ENOTDIR); give the one that holds the files\n',
  ],
  ['personas', 1, 'personas: found no personas.lock.json; seal the personas first\n', ''],
])('CLI-313 verify of the directory %s names it as it was given', async (folder, code, stdout, stderr) => {
  const cwd = makeFolder({ ...twoPersonas, file: '' })
  expect(await runInProcess(['personas', 'verify', folder], { cwd })).toEqual({ code, stdout, stderr })
})

test('CLI-314 a configuration on standard input is called that', async () => {
  expect(await runInProcess(['serve', '--check', '--config', '-'], { stdin: 'listen: [' })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^cordon: <stdin> is neither YAML nor JSON: line 1, /),
  })
})

test('CLI-315 a model that cannot be reached: what to look at', async () => {
  const cwd = makeFolder({ 'a.js': 'run()\n' })
  const args = ['review', 'a.js', '--model', 'ollama:x', '--base-url', 'http://127.0.0.1:9/v1']
  const { code, stderr } = await runInProcess(args, { cwd })
  expect(code).toBe(2)
  expect(stderr.endsWith("; check the model's name, its server and its key (cordon review --help)\n")).toBe(
    true,
  )
})

test.each(['check', 'seal'])(
  'CLI-316 personas %s refuses a directory without persona files',
  async (command) => {
    const cwd = makeFolder({ 'docs/readme.txt': '' })
    const message =
      'docs: holds no persona file; name the directory that does, or write one with personas new'
    expect(await runInProcess(['personas', command, 'docs'], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: `cordon: ${message}\n`,
    })
  },
)
