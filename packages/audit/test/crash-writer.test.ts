import { openAudit, verifyAudit } from '@cordon/audit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDirectory, readFiles, readRows } from './make-directory.ts'
import { compileWriter, runWriter } from './run-writer.ts'

const programDirectory = makeDirectory(afterAll)
let program: string
beforeAll(async () => {
  program = await compileWriter(programDirectory)
})

test('AUD-070 every acknowledged row survives kill -9, twenty times', { timeout: 120_000 }, async () => {
  const directory = makeDirectory()
  const acknowledged = []
  for (let killed = 1; killed <= 20; killed += 1) {
    const task = { waiters: 32, rows: 1_000_000, payload: 'x'.repeat(killed * 50), killAfter: killed * 10 }
    const { receipts, errors, signal } = await runWriter(program, { directory, ...task })
    expect({ errors, signal }).toEqual({ errors: [], signal: 'SIGKILL' })
    expect(receipts.length).toBeGreaterThanOrEqual(task.killAfter)
    acknowledged.push(...receipts)
    expect(await verifyAudit(directory, { anchor: receipts })).toMatchObject({ status: 'ok' })
  }
  const log = await openAudit(directory)
  expect(Object.keys(readFiles(directory))).toHaveLength(21)
  expect(await verifyAudit(directory, { anchor: acknowledged })).toMatchObject({
    status: 'ok',
    heads: [log.head()],
  })
  await log.close()
})

test('AUD-064 several processes write several chains of one directory, which verifies as one', async () => {
  const directory = makeDirectory()
  const chains = ['gw-1', 'gw-2', 'gw-3', 'gw-4']
  const acknowledged = []
  for (let opened = 0; opened < 2; opened += 1) {
    const tasks = chains.map((chain) => runWriter(program, { directory, chain, waiters: 4, rows: 50 }))
    for (const { receipts, errors } of await Promise.all(tasks)) {
      expect({ count: receipts.length, errors }).toEqual({ count: 200, errors: [] })
      acknowledged.push(...receipts)
    }
  }
  await using log = await openAudit(directory, { chain: 'witness' })
  const [start] = readRows(directory, 'witness-1.jsonl')
  expect(start).toMatchObject({ payload: { peers: chains.map((chain) => ({ chain, seq: 402 })) } })
  expect(await verifyAudit(directory, { anchor: [...acknowledged, log.head()] })).toMatchObject({
    status: 'ok',
    rows: 4 * 402 + 1,
    notes: [],
  })
})

test('AUD-065 processes that race for one chain never share a segment', async () => {
  const directory = makeDirectory()
  const tasks = Array.from({ length: 4 }, () => runWriter(program, { directory, waiters: 8, rows: 200 }))
  const ended = await Promise.all(tasks)
  const others = ended.flatMap(({ errors }) => errors).filter((code) => code !== 'ERR_AUDIT_SUPERSEDED')
  expect(others).toEqual([])
  const anchor = ended.flatMap(({ receipts }) => receipts)
  expect(anchor.length).toBeGreaterThan(0)
  expect(await verifyAudit(directory, { anchor })).toMatchObject({ status: 'ok' })
})
