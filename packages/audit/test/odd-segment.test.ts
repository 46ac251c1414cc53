import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { openAudit, readAuditTail, verifyAudit } from '@cordon/audit'
import { expect, test, vi } from 'vitest'
import { makeDirectory, readFiles } from './make-directory.ts'

// Windows has no pipes with a name, and says something else of a directory.
test.skipIf(process.platform === 'win32').each([
  ['a directory', (path: string) => mkdirSync(path)],
  // A reader that waits for a writer would wait for ever.
  ['a pipe', (path: string) => spawnSync('sh', ['-c', 'mkfifo "$0"', path])],
])(
  'AUD-082 refuses %s in place of a segment by its name, and lets other chains open',
  async (_title, put) => {
    const directory = makeDirectory()
    await (await openAudit(directory)).close()
    put(join(directory, 'main-2.jsonl'))
    const refusal = { code: 'ERR_AUDIT_READ', message: 'main-2.jsonl is not a regular file' }
    await expect(verifyAudit(directory)).rejects.toMatchObject(refusal)
    await expect(openAudit(directory)).rejects.toMatchObject(refusal)
    await expect(readAuditTail(directory)).rejects.toMatchObject(refusal)
    await using log = await openAudit(directory, { chain: 'other' })
    expect((await log.append('n', 1)).seq).toBe(2)
  },
)

test('AUD-120 a log of a relative directory stays where it was opened', async () => {
  const directory = makeDirectory()
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(dirname(directory))
  await using log = await openAudit(basename(directory), { maxSegmentBytes: 1 })
  cwd.mockRestore()
  await log.append('n', 1)
  await log.append('n', 2)
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 5 })
})

test('AUD-121 refuses to begin a segment of a number that no reader takes', async () => {
  const directory = makeDirectory()
  await (await openAudit(directory)).close()
  writeFileSync(join(directory, 'main-999999999999999.jsonl'), '')
  await expect(openAudit(directory)).rejects.toMatchObject({ code: 'ERR_AUDIT_WRITE' })
  expect(Object.keys(readFiles(directory))).toEqual(['main-1.jsonl', 'main-999999999999999.jsonl'])
})
