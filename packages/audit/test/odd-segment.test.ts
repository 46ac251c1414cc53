import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openAudit, readAuditTail, verifyAudit } from '@cordon/audit'
import { expect, test } from 'vitest'
import { makeDirectory } from './make-directory.ts'

test.each([
  ['a directory', (path: string) => mkdirSync(path)],
  // A reader that waits for a writer would wait for ever.
  ['a pipe', (path: string) => spawnSync('sh', ['-c', 'mkfifo "$0"', path])],
])(
  'AUD-082 refuses %s in place of a segment by its name, and lets other chains open',
  async (_title, put) => {
    if (process.platform === 'win32') return
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
