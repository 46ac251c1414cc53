import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenAuditOptions, openAudit, readAuditTail, verifyAudit } from '@cordon/audit'
import { beforeEach, describe, expect, test } from 'vitest'
import { rebuild } from './forge-row.ts'
import { makeDirectory, readFiles } from './make-directory.ts'

let directory: string
beforeEach(() => {
  directory = makeDirectory()
})

const zeros = '0'.repeat(64)
const head = { chain: 'other', seq: 1, hash: zeros }
const closed = { segment: 1, bytes: 0, torn_bytes: 1, torn_sha256: zeros }

test.each<[string, object]>([
  ['a recorded head without a name', { peers: [{ ...head, chain: '\u001b[2J\u001b[H in order' }] }],
  ['a recorded head without a hash', { peers: [{ ...head, hash: 'in order' }] }],
  ['recorded heads that are no list', { peers: head }],
  ['a number for a key', { signer: 5 }],
  ['a fraction for a length', { closes: [{ ...closed, torn_bytes: 0.5 }] }],
  ['a negative length', { closes: [{ ...closed, bytes: -1 }] }],
  ['null for a segment before', { closes: [null] }],
])('AUD-100 %s makes the segment row a fault', async (_title, member) => {
  await (await openAudit(directory)).close()
  const payload = { segment: 1, closes: [], peers: [], signer: null, ...member }
  const segment = readFiles(directory)['main-1.jsonl']?.toString() ?? ''
  writeFileSync(join(directory, 'main-1.jsonl'), rebuild(segment, 1, payload))
  expect(await verifyAudit(directory)).toMatchObject({
    status: 'broken',
    chain: 'main',
    reason: 'segment-row',
  })
})

test('AUD-101 lines that are no rows hide none of the last rows', async () => {
  const log = await openAudit(directory)
  for (let n = 1; n <= 3; n += 1) await log.append('test.row', n)
  await log.close()
  appendFileSync(join(directory, 'main-1.jsonl'), 'x\ny\nz\n')
  const rows = await readAuditTail(directory, { rows: 2 })
  expect(rows.map(({ payload }) => payload)).toEqual([2, 3])
})

test('AUD-102 a listener whose promise rejects harms nothing', async () => {
  const log = await openAudit(directory, {
    onEvent: async () => {
      throw new Error('listener')
    },
  })
  expect(await log.append('test.row', 1)).toMatchObject({ chain: 'main' })
  await log.close()
})

describe('a signal', () => {
  const reason = new Error('enough')

  test.each([
    ['verifyAudit', verifyAudit],
    ['readAuditTail', readAuditTail],
  ])('AUD-111 ends %s with its own reason, before and during the work', async (_name, read) => {
    const log = await openAudit(directory)
    await Promise.all(Array.from({ length: 20 }, () => log.append('test.row', 'x'.repeat(60_000))))
    await log.close()
    await expect(read(directory, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const reading = read(directory, { signal: controller.signal })
    controller.abort(reason)
    await expect(reading).rejects.toBe(reason)
    await expect(read(directory, { signal: {} as never })).rejects.toThrow(TypeError)
  })

  test('AUD-200 ends openAudit before it begins a segment, and stops no other writer', async () => {
    const log = await openAudit(directory)
    await Promise.all(Array.from({ length: 20 }, () => log.append('test.row', 'x'.repeat(60_000))))
    await expect(openAudit(directory, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const opening = openAudit(directory, { signal: controller.signal })
    controller.abort(reason)
    await expect(opening).rejects.toBe(reason)
    await expect(openAudit(directory, { signal: {} as never })).rejects.toThrow(TypeError)
    expect(readdirSync(directory)).toEqual(['main-1.jsonl'])
    expect(await log.append('test.row', 1)).toMatchObject({ chain: 'main' })
    await log.close()
  })

  test('AUD-200 does nothing to a log that is open', async () => {
    const controller = new AbortController()
    const log = await openAudit(directory, { signal: controller.signal })
    controller.abort(reason)
    expect(await log.append('test.row', 1)).toMatchObject({ seq: 2 })
    await log.close()
  })
})

test('AUD-214 a clock beyond what a row has room for is refused, and writes no row', async () => {
  let now = 99_999_999_999_999
  await using log = await openAudit(directory, { now: () => now })
  await log.append('test.row', 1)
  now += 1
  await expect(log.append('test.row', 2)).rejects.toThrow(RangeError)
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 2 })
})

test.each<[string, OpenAuditOptions]>([
  ['signs each batch', { privateKey: generateKeyPairSync('ed25519').privateKey }],
  ['begins a segment with each batch', { maxSegmentBytes: 1 }],
  ['looks at the age of its segment', {}],
])('AUD-215 a clock that fails behind an append stops no log that %s', async (_title, options) => {
  let now: () => number = () => 1
  await using log = await openAudit(directory, { ...options, now: () => now() })
  for (const fail of [() => Number.NaN, () => expect.fail('the clock')]) {
    now = () => 1
    const appended = log.append('test.row', 1)
    now = fail
    await appended
  }
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok' })
})
