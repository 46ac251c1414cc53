import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AuditError, type AuditEvent, openAudit, readAuditTail, verifyAudit } from '@cordon/audit'
import { expect, test } from 'vitest'
import { makeDirectory, readFiles, readRows } from './make-directory.ts'

const vectors = new URL('./vectors/rows/', import.meta.url)

test('AUD-001 writes the bytes that another implementation of the format writes', async () => {
  const directory = makeDirectory()
  const log = await openAudit(directory, { chain: 'gw-1', now: () => 1_764_453_600_123 })
  await log.append('ai.persona_loaded', {
    persona_handle: 'harbour-clerk@1.4.0',
    request_id: 'r-1',
    fenced: 3,
  })
  await log.append('note', 'é € 😀 \u2028 \u007f "\\\n')
  await log.append('empty.row_2', null)
  await log.append('nested', { b: [1, 0.5, -0, true, { z: [], a: {} }], a: 10n ** 20n, ä: '' })
  await log.close()
  expect(readFileSync(join(directory, 'gw-1-1.jsonl'), 'utf8')).toBe(
    readFileSync(new URL('gw-1-1.jsonl', vectors), 'utf8'),
  )
})

test('AUD-002 answers with the place of the row, which is on disk by then', async () => {
  const directory = makeDirectory()
  await using log = await openAudit(directory)
  const receipt = await log.append('a', 1)
  const [, row] = readRows(directory, 'main-1.jsonl')
  expect(receipt).toEqual({ chain: 'main', seq: 2, hash: row?.['hash'] })
  expect(log.head()).toEqual(receipt)
})

test('AUD-002 keeps the order of the calls, each row once', async () => {
  const directory = makeDirectory()
  await using log = await openAudit(directory)
  const receipts = await Promise.all(Array.from({ length: 500 }, (_, index) => log.append('n', index)))
  expect(receipts.map(({ seq }) => seq)).toEqual(Array.from({ length: 500 }, (_, index) => index + 2))
  const rows = readRows(directory, 'main-1.jsonl').slice(1)
  expect(rows.map(({ payload }) => payload)).toEqual(Array.from({ length: 500 }, (_, index) => index))
  expect(await verifyAudit(directory, { anchor: receipts })).toMatchObject({ status: 'ok', rows: 501 })
})

test('AUD-003 writes what waits in one batch', async () => {
  const batches: number[] = []
  const onEvent = (event: AuditEvent): unknown => event.type === 'batch-sync' && batches.push(event.rows)
  await using log = await openAudit(makeDirectory(), { onEvent })
  await Promise.all(Array.from({ length: 300 }, () => log.append('n', null)))
  expect(batches).toEqual([0, 300])
})

test('AUD-003 has one write in flight and puts everything that came meanwhile into the next', async () => {
  const batches: number[] = []
  const onEvent = (event: AuditEvent): unknown => event.type === 'batch-sync' && batches.push(event.rows)
  await using log = await openAudit(makeDirectory(), { onEvent })
  const first = log.append('n', 1)
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  await Promise.all([first, ...Array.from({ length: 20 }, () => log.append('n', 2))])
  expect(batches.reduce((sum, rows) => sum + rows)).toBe(21)
  expect(batches.length).toBeLessThanOrEqual(3)
})

test('AUD-269 a batch takes 16 Mi characters of payloads, and what is beyond goes into the next', async () => {
  const batches: number[] = []
  const onEvent = (event: AuditEvent): unknown => event.type === 'batch-sync' && batches.push(event.rows)
  await using log = await openAudit(makeDirectory(), { onEvent })
  // 65,536 characters each with its quotes.
  const payload = 'x'.repeat(65_534)
  await Promise.all(Array.from({ length: 300 }, () => log.append('n', payload)))
  expect(batches).toEqual([0, 256, 44])
})

test('AUD-003 puts those who append again as soon as they are told into one batch', async () => {
  const batches: number[] = []
  const onEvent = (event: AuditEvent): unknown => event.type === 'batch-sync' && batches.push(event.rows)
  await using log = await openAudit(makeDirectory(), { onEvent })
  const appendThrice = async (): Promise<void> => {
    for (let row = 0; row < 3; row += 1) await log.append('n', row)
  }
  await Promise.all(Array.from({ length: 64 }, appendThrice))
  expect(batches).toEqual([0, 64, 64, 64])
})

test.each([4, 5, 1, 20])('AUD-003 writes a batch of %d rows of 64 KiB after a longer one', async (rows) => {
  const directory = makeDirectory()
  await using log = await openAudit(directory)
  const payloads = [...Array(20).fill('é'.repeat(32_767)), ...Array(rows).fill('漢'.repeat(21_844))]
  await Promise.all(payloads.slice(0, 20).map((payload) => log.append('n', payload)))
  await Promise.all(payloads.slice(20).map((payload) => log.append('n', payload)))
  expect(await verifyAudit(directory, { anchor: log.head() })).toMatchObject({
    status: 'ok',
    rows: 21 + rows,
  })
  const written = await readAuditTail(directory, { rows: 20 + rows })
  expect(written.map(({ payload }) => payload)).toEqual(payloads)
})

test('AUD-271 the longest row that can be written is read back', async () => {
  const directory = makeDirectory()
  const chain = 'c'.repeat(64)
  await using log = await openAudit(directory, { chain, now: () => 99_999_999_999_999 })
  await log.append('k'.repeat(128), 'x'.repeat(65_534))
  expect(await verifyAudit(directory, { anchor: log.head() })).toMatchObject({ status: 'ok', rows: 2 })
})

test('AUD-004 takes the payload as it was when append was called', async () => {
  const directory = makeDirectory()
  await using log = await openAudit(directory)
  const payload = { list: [1] }
  const appended = log.append('n', payload)
  payload.list.push(2)
  await appended
  expect(readRows(directory, 'main-1.jsonl')[1]?.['payload']).toEqual({ list: [1] })
})

test('AUD-005 writes everything appended before close, and refuses what comes after', async () => {
  const directory = makeDirectory()
  const log = await openAudit(directory)
  const waiting = Promise.all([log.append('n', 1), log.append('n', 2)])
  const closed = log.close()
  await expect(log.append('n', 3)).rejects.toMatchObject({ code: 'ERR_AUDIT_CLOSED' })
  await closed
  expect((await waiting).map(({ seq }) => seq)).toEqual([2, 3])
  await log.close()
  expect(readRows(directory, 'main-1.jsonl')).toHaveLength(3)
})

test('AUD-006 creates the directory and those above it, for the owner and the group only', async () => {
  const directory = join(makeDirectory(), 'a', 'b')
  await using log = await openAudit(directory)
  await log.append('n', 1)
  expect(statSync(directory).mode & 0o007).toBe(0)
  expect(statSync(join(directory, 'main-1.jsonl')).mode & 0o007).toBe(0)
})

test('AUD-007 leaves foreign files alone and does not take them for segments', async () => {
  const directory = makeDirectory()
  for (const name of ['main-0.jsonl', 'main-01.jsonl', 'main.jsonl', 'Main-1.jsonl', 'x-1.jsonl.gz']) {
    mkdirSync(join(directory, name))
  }
  await using log = await openAudit(directory)
  await log.append('n', 1)
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 2 })
})

test.each<[Parameters<typeof openAudit>[1], ErrorConstructor]>([
  [{ chain: '' }, RangeError],
  [{ chain: '../x' }, RangeError],
  [{ chain: 'Gateway' }, RangeError],
  [{ chain: 'a'.repeat(65) }, RangeError],
  [{ chain: 7 as never }, TypeError],
  [{ maxSegmentBytes: 0 }, RangeError],
  [{ maxSegmentBytes: '1' as never }, TypeError],
  [{ maxSegmentAgeMs: 0.5 }, RangeError],
  [{ maxSegmentAgeMs: Number.NaN }, RangeError],
  [{ now: () => 1.5 }, RangeError],
])('AUD-008 refuses the options %j before anything is created', async (options, expected) => {
  const directory = makeDirectory()
  await expect(openAudit(directory, options)).rejects.toThrow(expected)
  expect(readFiles(directory)).toEqual({})
})

test('AUD-009 a listener that throws changes nothing', async () => {
  const onEvent = (): never => {
    throw new Error('listener')
  }
  await using log = await openAudit(makeDirectory(), { onEvent })
  expect((await log.append('n', 1)).seq).toBe(2)
})

test('AUD-010 recognises its errors across copies of the package', () => {
  expect(AuditError.isInstance(new AuditError('ERR_AUDIT_CLOSED', 'x'))).toBe(true)
  expect(AuditError.isInstance({ [Symbol.for('@cordon/audit/AuditError')]: true })).toBe(true)
  expect(AuditError.isInstance(new Error('ERR_AUDIT_CLOSED'))).toBe(false)
})

test.each([Number.NaN, 1.5, -1])('AUD-008 refuses a clock that says %d, and writes no row', async (ms) => {
  let now = 0
  const directory = makeDirectory()
  await using log = await openAudit(directory, { now: () => now })
  now = ms
  await expect(log.append('n', 1)).rejects.toThrow(RangeError)
  now = 1
  expect((await log.append('n', 2)).seq).toBe(2)
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 2 })
})
