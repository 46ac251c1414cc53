import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAudit, readAuditTail } from '@cordon/audit'
import { expect, test } from 'vitest'
import { makeDirectory } from './make-directory.ts'

async function writeLog(directory: string): Promise<void> {
  for (const chain of ['b', 'a', 'b']) {
    await using log = await openAudit(directory, { chain })
    for (const payload of [1, 2]) await log.append('n', payload)
  }
  appendFileSync(join(directory, 'b-2.jsonl'), 'torn')
}

test('AUD-081 returns the last rows of each chain, across segments, without what is torn', async () => {
  const directory = makeDirectory()
  await writeLog(directory)
  const seqs = async (options: object): Promise<string[]> =>
    (await readAuditTail(directory, options)).map(({ chain, seq }) => `${chain}${seq}`)
  expect(await seqs({ rows: 1 })).toEqual(['a3', 'b6'])
  expect(await seqs({ rows: 4 })).toEqual(['a1', 'a2', 'a3', 'b3', 'b4', 'b5', 'b6'])
  expect(await seqs({})).toHaveLength(9)
  expect(await seqs({ chain: 'a', rows: 2 })).toEqual(['a2', 'a3'])
  expect(await seqs({ chain: 'none' })).toEqual([])
})

test.each([0, 1.5, Number.NaN])('AUD-081 refuses %d for a number of rows', async (rows) => {
  await expect(readAuditTail('.', { rows })).rejects.toThrow(RangeError)
})
