import { type AuditEvent, openAudit, verifyAudit } from '@cordon/audit'
import { expect, test } from 'vitest'
import { makeDirectory, readFiles, readRows } from './make-directory.ts'

test('AUD-050 begins a new segment once one is long enough, and the chain goes on', async () => {
  const directory = makeDirectory()
  const segments: number[] = []
  const onEvent = (event: AuditEvent): unknown =>
    event.type === 'segment-open' && segments.push(event.segment)
  await using log = await openAudit(directory, { maxSegmentBytes: 1000, onEvent })
  for (let row = 0; row < 10; row += 1) await log.append('n', 'x'.repeat(200))
  expect(segments).toEqual([1, 2, 3, 4, 5])
  const files = readFiles(directory)
  expect(Object.keys(files)).toEqual(segments.map((segment) => `main-${segment}.jsonl`))
  const [first] = readRows(directory, 'main-2.jsonl')
  expect(first).toMatchObject({
    prev: readRows(directory, 'main-1.jsonl').at(-1)?.['hash'],
    payload: { segment: 2, closes: [{ segment: 1, bytes: files['main-1.jsonl']?.length, torn_bytes: 0 }] },
  })
  expect(await verifyAudit(directory, { anchor: log.head() })).toMatchObject({
    status: 'ok',
    rows: 15,
    notes: [],
  })
})

test('AUD-051 begins a new segment after a time', async () => {
  let now = 1_764_453_600_000
  const directory = makeDirectory()
  await using log = await openAudit(directory, { maxSegmentAgeMs: 60_000, now: () => now })
  now += 59_999
  await log.append('n', 1)
  now += 1
  await log.append('n', 2)
  await log.append('n', 3)
  expect(readRows(directory, 'main-1.jsonl').map(({ payload }) => payload)).toHaveLength(2)
  expect(readRows(directory, 'main-2.jsonl').map(({ kind }) => kind)).toEqual(['chain.segment', 'n', 'n'])
})

test('AUD-270 by default a segment lasts a day', async () => {
  let now = 0
  const directory = makeDirectory()
  await using log = await openAudit(directory, { now: () => now })
  for (now of [86_399_999, 86_400_000]) await log.append('n', now)
  expect(readRows(directory, 'main-1.jsonl').map(({ payload }) => payload)).toHaveLength(2)
  expect(readRows(directory, 'main-2.jsonl').at(-1)).toMatchObject({ payload: 86_400_000 })
})

test('AUD-052 loses no row of a batch that begins a segment', async () => {
  const directory = makeDirectory()
  await using log = await openAudit(directory, { maxSegmentBytes: 1 })
  const receipts = (
    await Promise.all(
      ['a', 'b'].map(async (payload) => [await log.append('n', payload), await log.append('n', payload)]),
    )
  ).flat()
  expect(await verifyAudit(directory, { anchor: receipts })).toMatchObject({
    status: 'ok',
    heads: [log.head()],
  })
})
