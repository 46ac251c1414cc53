import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAudit, verifyAudit } from '@cordon/audit'
import { expect, test, vi } from 'vitest'
import { forgeNext } from './forge-row.ts'
import { makeDirectory, readRows } from './make-directory.ts'

const reads = vi.hoisted(() => ({ count: 0, before: (_count: number): void => {} }))

vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>()
  const readdir = (...args: unknown[]): unknown => {
    reads.count += 1
    reads.before(reads.count)
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

test('AUD-267 of a signed chain a signed row is recorded, not what stands behind it', async () => {
  const directory = makeDirectory()
  const { privateKey } = generateKeyPairSync('ed25519')
  const log = await openAudit(directory, { chain: 'a', privateKey })
  await log.append('n', 1)
  await log.close()
  appendFileSync(join(directory, 'a-1.jsonl'), forgeNext(readRows(directory, 'a-1.jsonl').at(-1) as never))
  await (await openAudit(directory, { chain: 'b' })).close()
  expect(readRows(directory, 'b-1.jsonl')[0]).toMatchObject({ payload: { peers: [log.head()] } })
})

test('AUD-268 a chain that begins another segment meanwhile is not recorded', async () => {
  const directory = makeDirectory()
  await (await openAudit(directory, { chain: 'a' })).close()
  reads.count = 0
  // The third look is the one behind the heads.
  reads.before = (count) => count === 3 && writeFileSync(join(directory, 'a-2.jsonl'), '')
  await (await openAudit(directory, { chain: 'b' })).close()
  reads.before = () => {}
  expect(reads.count).toBe(3)
  expect(readRows(directory, 'b-1.jsonl')[0]).toMatchObject({ payload: { peers: [] } })
})
