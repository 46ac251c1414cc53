import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAudit, readAuditTail, verifyAudit } from '@cordon/audit'
import { expect, test } from 'vitest'
import { makeDirectory } from './make-directory.ts'

test.each([
  ['verifyAudit', verifyAudit],
  ['readAuditTail', readAuditTail],
])('AUD-210 %s names the directory that is not there', async (_name, read) => {
  await expect(read('none/of/these')).rejects.toMatchObject({
    code: 'ERR_AUDIT_READ',
    message: 'none/of/these: the directory could not be read; give that of the log (ENOENT)',
  })
})

test.each([
  ['below a file', 'file/log', 'ENOTDIR'],
  ['that is a file', 'file', 'EEXIST'],
])('AUD-210 openAudit names the directory %s that it cannot make', async (_place, name, systemCode) => {
  const directory = makeDirectory()
  writeFileSync(join(directory, 'file'), '')
  const path = join(directory, name)
  await expect(openAudit(path)).rejects.toMatchObject({
    code: 'ERR_AUDIT_WRITE',
    message: `${path}: the directory could not be created; give a path that can be written to and is no file's (${systemCode})`,
  })
})

test('AUD-210 openAudit names the place of a fault', async () => {
  const directory = makeDirectory()
  await (await openAudit(directory)).close()
  appendFileSync(join(directory, 'main-1.jsonl'), '{}\n')
  await expect(openAudit(directory)).rejects.toMatchObject({
    code: 'ERR_AUDIT_BROKEN',
    message: `${directory}: the log is broken at main-1.jsonl:2 (row-shape)`,
  })
})

test.each([
  ['openAudit', openAudit],
  ['verifyAudit', verifyAudit],
  ['readAuditTail', readAuditTail],
])('AUD-211 %s takes no empty path', async (_name, call) => {
  await expect(call('')).rejects.toThrow(new RangeError('"directory" expected a path, got an empty string'))
})
