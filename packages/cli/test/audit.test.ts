import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAudit } from '@cordon/audit'
import { expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'
import { runInProcess } from './run-in-process.ts'

/** A folder with a log of two chains in `log`, written at 2026-11-29T12:00:00.000Z and a second later. */
async function makeLog(privateKey?: string): Promise<string> {
  const cwd = makeFolder({})
  for (const [index, chain] of ['gw-1', 'gw-2'].entries()) {
    const now = (): number => 1_795_953_600_000 + index * 1000
    const log = await openAudit(join(cwd, 'log'), { chain, now, ...(privateKey && { privateKey }) })
    await log.append('ai.persona_loaded', { persona_handle: 'harbour-clerk@1.4.0', text: '\u202e\u001b[31m' })
    await log.close()
  }
  return cwd
}

const rewrite = (path: string, change: (text: string) => string): void =>
  writeFileSync(path, change(readFileSync(path, 'utf8')))

test('CAU-001 verify says that a log is in order, and how far its chains go', async () => {
  const cwd = await makeLog()
  const { code, stdout, stderr } = await runInProcess(['audit', 'verify', 'log'], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(
    /^in order: 4 rows in 2 chains\ngw-1 {2}2 {2}[0-9a-f]{64}\ngw-2 {2}2 {2}[0-9a-f]{64}\n$/,
  )
})

test('CAU-001 verify prints what verifyAudit answers as JSON', async () => {
  const cwd = await makeLog()
  const { code, stdout } = await runInProcess(['audit', 'verify', 'log', '--json'], { cwd })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'ok',
    rows: 4,
    heads: [{ chain: 'gw-1', seq: 2 }, { chain: 'gw-2' }],
    notes: [],
  })
})

test('CAU-002 verify names the first bad row and exits with 1', async () => {
  const cwd = await makeLog()
  rewrite(join(cwd, 'log/gw-1-1.jsonl'), (text) => text.replace('1.4.0', '1.4.1'))
  const human = await runInProcess(['audit', 'verify', 'log'], { cwd })
  expect(human).toEqual({
    code: 1,
    stdout: 'broken: gw-1-1.jsonl:2: the row was changed: its hash does not fit (chain gw-1, row 2, hash)\n',
    stderr: '',
  })
  const json = await runInProcess(['audit', 'verify', 'log', '--json'], { cwd })
  expect(json.code).toBe(1)
  expect(JSON.parse(json.stdout)).toEqual({
    status: 'broken',
    file: 'gw-1-1.jsonl',
    line: 2,
    chain: 'gw-1',
    seq: 2,
    reason: 'hash',
  })
})

test('CAU-003 what a crash left, and rows moved away, are noted', async () => {
  const cwd = await makeLog()
  truncateSync(join(cwd, 'log/gw-2-1.jsonl'), readFileSync(join(cwd, 'log/gw-2-1.jsonl')).length - 1)
  const { code, stdout } = await runInProcess(['audit', 'verify', 'log'], { cwd })
  expect(code).toBe(0)
  expect(stdout).toMatch(/\nnote: gw-2-1\.jsonl: \d+ bytes that a crash left; they do not count\n$/)
})

test('CAU-004 an anchor shows a cut tail', async () => {
  const cwd = await makeLog()
  const anchor = await runInProcess(['audit', 'anchor', 'log'], { cwd })
  expect(anchor).toMatchObject({ code: 0, stderr: '' })
  writeFileSync(join(cwd, 'anchor.json'), anchor.stdout)
  expect((await runInProcess(['audit', 'verify', 'log', '--anchor', 'anchor.json'], { cwd })).code).toBe(0)
  expect((await runInProcess(['audit', 'anchor', 'log', '--anchor', 'anchor.json'], { cwd })).stdout).toBe(
    anchor.stdout,
  )

  rewrite(join(cwd, 'log/gw-2-1.jsonl'), (text) => text.slice(0, text.indexOf('\n') + 1))
  expect((await runInProcess(['audit', 'verify', 'log'], { cwd })).code).toBe(0)
  const { code, stdout } = await runInProcess(['audit', 'verify', 'log', '--anchor', 'anchor.json'], { cwd })
  expect(code).toBe(1)
  expect(stdout).toContain('gw-2-1.jsonl:2: the chain ends before the anchor')
})

test('CAU-004 a broken log gives no anchor', async () => {
  const cwd = await makeLog()
  rewrite(join(cwd, 'log/gw-1-1.jsonl'), (text) => `${text}{}\n`)
  const { code, stdout, stderr } = await runInProcess(['audit', 'anchor', 'log'], { cwd })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^broken: gw-1-1\.jsonl:3: /)
})

test('CAU-004 an archive verifies by itself, and its anchor fits the rest', async () => {
  const cwd = await makeLog()
  const log = await openAudit(join(cwd, 'log'), { chain: 'gw-2' })
  await log.close()
  mkdirSync(join(cwd, 'archive'))
  renameSync(join(cwd, 'log/gw-2-1.jsonl'), join(cwd, 'archive/gw-2-1.jsonl'))
  expect((await runInProcess(['audit', 'anchor', 'archive'], { cwd })).code).toBe(1)
  const { code, stdout } = await runInProcess(['audit', 'anchor', 'archive', '--archive'], { cwd })
  expect(code).toBe(0)
  writeFileSync(join(cwd, 'seam.json'), stdout)
  writeFileSync(join(cwd, 'latest.json'), JSON.stringify(log.head()))
  const anchors = ['--anchor', 'seam.json', '--anchor', 'latest.json']
  const unanchored = await runInProcess(['audit', 'verify', 'log', '--anchor', 'latest.json'], { cwd })
  expect(unanchored.stdout).toContain('note: chain gw-2 begins with row 3')
  const rest = await runInProcess(['audit', 'verify', 'log', ...anchors], { cwd })
  expect(rest.code).toBe(0)
  expect(rest.stdout).not.toContain('note:')
})

test('CAU-005 a signed log is checked against a key', async () => {
  const pem = { type: 'pkcs8', format: 'pem' } as const
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const cwd = await makeLog(privateKey.export(pem).toString())
  writeFileSync(join(cwd, 'key.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })
  writeFileSync(join(cwd, 'other.pem'), other)
  expect((await runInProcess(['audit', 'verify', 'log', '--public-key', 'key.pem'], { cwd })).code).toBe(0)
  expect((await runInProcess(['audit', 'verify', 'log', '--public-key', 'other.pem'], { cwd })).code).toBe(1)
})

test('CAU-006 head prints the last row of each chain', async () => {
  const cwd = await makeLog()
  const { stdout } = await runInProcess(['audit', 'head', 'log'], { cwd })
  expect(stdout).toMatch(/^gw-1 {2}2 {2}[0-9a-f]{64}\ngw-2 {2}2 {2}[0-9a-f]{64}\n$/)
  const json = await runInProcess(['audit', 'head', 'log', '--json'], { cwd })
  expect(json.stdout).toBe((await runInProcess(['audit', 'anchor', 'log'], { cwd })).stdout)
})

test('CAU-007 tail prints the last rows by time, and nothing that steers a terminal', async () => {
  const cwd = await makeLog()
  const payload = '{"persona_handle":"harbour-clerk@1.4.0","text":"<U+202E>\\u001b[31m"}'
  expect(await runInProcess(['audit', 'tail', 'log', '-n', '1'], { cwd })).toEqual({
    code: 0,
    stdout: `2026-11-29T12:00:01.000Z  gw-2  2  ai.persona_loaded  ${payload}\n`,
    stderr: '',
  })
  const { stdout } = await runInProcess(['audit', 'tail', 'log', '--chain', 'gw-1', '--json'], { cwd })
  expect(JSON.parse(stdout).map((row: { seq: number }) => row.seq)).toEqual([1, 2])
})

test.each([
  [['verify', 'none'], 'cordon: none: no such file or directory\n'],
  [['verify', 'empty'], 'cordon: empty: no audit log there (files <chain>-<n>.jsonl)\n'],
  [['verify', 'log', '--anchor', 'text'], 'cordon: text: not JSON\n'],
  [
    ['verify', 'log', '--anchor', 'object'],
    'cordon: object: expected { chain, seq, hash } or an array of them\n',
  ],
  [['verify', 'log', '--public-key', 'text'], 'cordon: text: expected an Ed25519 public key\n'],
  [
    ['verify', 'log', '--anchor', 'none.json'],
    'cordon: none.json: names no head, so it would check nothing\n',
  ],
  [['head', 'empty'], 'cordon: empty: holds no whole row of an audit log; cordon audit verify says why\n'],
  [['tail', 'log', '--chain', 'none'], 'cordon: log: no rows of a chain none; there are gw-1, gw-2\n'],
  [['anchor', 'none'], 'cordon: none: no such file or directory\n'],
])('CAU-008 %j could not run: one line and exit code 2', async (args, stderr) => {
  const cwd = await makeLog()
  for (const [path, text] of [
    ['text', 'text'],
    ['object', '{}'],
    ['none.json', '[]'],
  ] as const)
    writeFileSync(join(cwd, path), text)
  const empty = makeFolder({ 'empty/readme': '' })
  const where = args[1] === 'empty' ? empty : cwd
  expect(await runInProcess(['audit', ...args], { cwd: where })).toEqual({ code: 2, stdout: '', stderr })
})

test.each([['verify'], ['tail'], ['head'], ['anchor']])(
  'CAU-009 %s ends when it is interrupted',
  async (command) => {
    const cwd = await makeLog()
    expect(await runInProcess(['audit', command, 'log'], { cwd, signal: AbortSignal.abort() })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'cordon: interrupted\n',
    })
  },
)

test('CLI-150 a broken log is told in the colours of the output that it is told on', async () => {
  const cwd = await makeLog()
  rewrite(join(cwd, 'log/gw-1-1.jsonl'), (text) => text.replace('1.4.0', '1.4.1'))
  const args = ['audit', 'anchor', 'log']
  const toFile = await runInProcess(args, { cwd, isTTY: true, stderrIsTTY: false })
  expect(toFile.stderr.startsWith('broken: gw-1-1.jsonl:2: ')).toBe(true)
  const toTerminal = await runInProcess(args, { cwd, isTTY: false, stderrIsTTY: true })
  expect(toTerminal.stderr.startsWith('\u001b[31mbroken\u001b[39m: gw-1-1.jsonl:2: ')).toBe(true)
})
