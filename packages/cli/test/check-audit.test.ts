import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAudit } from '@cordon/audit'
import { beforeEach, expect, test } from 'vitest'
import { type RunResult, runInProcess } from './run-in-process.ts'
import { makeServeFolder, writeConfig } from './serve-folder.ts'

const OK = { code: 0, stdout: 'ok: 1 persona (live), 1 upstream\n', stderr: '' }

let folder: string
beforeEach(() => {
  folder = makeServeFolder()
})

function run(args: readonly string[], audit: object): Promise<RunResult> {
  return runInProcess([...args, '--config', writeConfig({ audit }, folder)])
}

const check = (audit: object = { directory: 'audit' }): Promise<RunResult> => run(['serve', '--check'], audit)

/** Writes a chain of three rows. */
async function writeLog(chain = 'main'): Promise<void> {
  const log = await openAudit(join(folder, 'audit'), { chain })
  await log.append('a.b', {})
  await log.append('a.c', {})
  await log.close()
}

function damage(chain: string): void {
  const file = join(folder, 'audit', `${chain}-1.jsonl`)
  writeFileSync(file, readFileSync(file, 'utf8').replace('"a.b"', '"a.d"'))
}

test('CLI-320 a log that is not there yet is in order, and is not begun', async () => {
  expect(await check({ directory: 'deep/audit' })).toEqual(OK)
  expect(readdirSync(folder)).not.toContain('deep')
})

test('CLI-320 a check beside a running gateway adds nothing to its log and stops it from nothing', async () => {
  const log = await openAudit(join(folder, 'audit'))
  const before = readFileSync(join(folder, 'audit/main-1.jsonl'), 'utf8')
  expect(await check()).toEqual(OK)
  expect(readdirSync(join(folder, 'audit'))).toEqual(['main-1.jsonl'])
  expect(readFileSync(join(folder, 'audit/main-1.jsonl'), 'utf8')).toBe(before)
  expect(await log.append('a.b', {})).toMatchObject({ seq: 2 })
  await log.close()
})

const unwritable = (systemCode: string): string =>
  `audit.directory: cannot be written (${systemCode}); give a path that can be written to and is no file's`

test.each([
  ['a file', 'file', unwritable('ENOTDIR')],
  ['below a file', 'file/audit', unwritable('ENOTDIR')],
  ['a link that leads nowhere', 'link', unwritable('ENOENT')],
  [
    'a directory with something else for a segment',
    'odd',
    'audit.directory: main-1.jsonl is not a regular file',
  ],
])('CLI-321 a place that is %s is refused, by the check as by a start', async (_, directory, message) => {
  writeFileSync(join(folder, 'file'), '')
  symlinkSync('nowhere', join(folder, 'link'))
  mkdirSync(join(folder, 'odd/main-1.jsonl'), { recursive: true })
  expect(await check({ directory })).toEqual({ code: 2, stdout: '', stderr: `cordon: ${message}\n` })
  expect(await run(['serve'], { directory })).toMatchObject({ code: 2 })
})

test.skipIf(process.getuid?.() === 0)('CLI-321 a place that nobody may write to is refused', async () => {
  mkdirSync(join(folder, 'closed'), { mode: 0o500 })
  const { code, stderr } = await check({ directory: 'closed/audit' })
  expect([code, stderr]).toEqual([2, expect.stringContaining(`${join(folder, 'closed')} (EACCES)`)])
})

test('CLI-321 a broken chain is refused, by the check as by a start', async () => {
  await writeLog()
  damage('main')
  const stderr =
    'cordon: audit.directory: the log is broken at main-1.jsonl:2 (hash); see cordon audit verify\n'
  expect(await check()).toEqual({ code: 2, stdout: '', stderr })
  expect(await run(['serve'], { directory: 'audit' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the log is broken at main-1.jsonl:2 (hash)'),
  })
})

test('CLI-321 the log and the personas are told in one go', async () => {
  await writeLog()
  damage('main')
  writeFileSync(join(folder, 'odd@1.0.0.md'), 'no frontmatter')
  const { code, stderr } = await check()
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^cordon: audit\.directory: .*\ncordon: the persona directory has 1 fault:\n/),
  ])
})

test('CLI-322 what is wrong with another chain keeps no gateway from starting, and is told', async () => {
  await writeLog('other')
  damage('other')
  const stderr =
    'cordon: warning: audit.directory: the log is broken at other-1.jsonl:2 (hash); see cordon audit verify\n'
  expect(await check()).toEqual({ ...OK, stderr })
})

test('CLI-322 a chain that lacks what another one recorded of it can be opened, and is told', async () => {
  await writeLog('main')
  await writeLog('other')
  const file = join(folder, 'audit/main-1.jsonl')
  writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(0, 2).join('\n').concat('\n'))
  const stderr =
    'cordon: warning: audit.directory: the log is broken at main-1.jsonl:3 (peer-missing); see cordon audit verify\n'
  expect(await check()).toEqual({ ...OK, stderr })
})
