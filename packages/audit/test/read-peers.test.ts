import { openAudit, verifyAudit } from '@cordon/audit'
import { expect, test, vi } from 'vitest'
import { makeDirectory, readRows } from './make-directory.ts'

const reads = vi.hoisted(() => ({ count: 0 }))

vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>()
  const readdir = (...args: unknown[]): unknown => {
    reads.count += 1
    return Reflect.apply(fs.readdir, fs, args)
  }
  return { ...fs, readdir, default: { ...fs, readdir } }
})

test('AUD-216 the directory is read as often for thirty chains as for two', async () => {
  const directory = makeDirectory()
  const counts: number[] = []
  for (let chain = 0; chain < 30; chain += 1) {
    reads.count = 0
    await (await openAudit(directory, { chain: `c${chain}` })).close()
    counts.push(reads.count)
  }
  expect(new Set(counts.slice(1)).size).toBe(1)
  expect(readRows(directory, 'c29-1.jsonl')[0]).toMatchObject({ payload: { peers: { length: 29 } } })
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 30 })
})
