import { createHash } from 'node:crypto'
import { cpSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AuditEvent, openAudit, verifyAudit } from '@cordon/audit'
import { expect, test } from 'vitest'
import { makeDirectory, readFiles, readRows } from './make-directory.ts'

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

/** A log of two segments: opened, two rows, closed, opened again, two rows, closed. */
async function writeLog(directory: string): Promise<void> {
  for (let opened = 0; opened < 2; opened += 1) {
    await using log = await openAudit(directory)
    await log.append('n', 'first')
    await log.append('n', 'second')
  }
}

test('AUD-020 goes on in a new segment, whose first row says what it goes on from', async () => {
  const directory = makeDirectory()
  await writeLog(directory)
  const { 'main-1.jsonl': first, 'main-2.jsonl': second } = readFiles(directory)
  expect(readRows(directory, 'main-2.jsonl')[0]).toMatchObject({
    seq: 4,
    kind: 'chain.segment',
    prev: readRows(directory, 'main-1.jsonl')[2]?.['hash'],
    payload: {
      segment: 2,
      closes: [{ segment: 1, bytes: first?.length, torn_bytes: 0, torn_sha256: sha256('') }],
      peers: [],
      signer: null,
    },
  })
  await (await openAudit(directory)).close()
  expect(readFiles(directory)).toMatchObject({ 'main-1.jsonl': first, 'main-2.jsonl': second })
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 7, notes: [] })
})

test('AUD-021 tells of a torn last row wherever it was torn, and counts what came before', async () => {
  const origin = makeDirectory()
  await writeLog(origin)
  const whole = readFiles(origin)['main-2.jsonl'] ?? Buffer.alloc(0)
  const lastRow = whole.lastIndexOf(10, whole.length - 2) + 1
  const events: AuditEvent[] = []
  for (let length = whole.length - 1; length > lastRow; length -= 1) {
    truncateSync(join(origin, 'main-2.jsonl'), length)
    const torn = whole.subarray(lastRow, length)
    const note = { type: 'torn', chain: 'main', file: 'main-2.jsonl', bytes: torn.length }
    expect(await verifyAudit(origin)).toMatchObject({ status: 'ok', rows: 5, notes: [note] })

    // Every length is read as torn; what a new segment says of it is the same code for all of them.
    if (torn.length > 2 && torn.length % 32 !== 0) continue
    const directory = makeDirectory()
    cpSync(origin, directory, { recursive: true })
    await using log = await openAudit(directory, { onEvent: (event) => events.push(event) })
    expect(events.splice(0).at(-1)).toMatchObject({
      type: 'segment-open',
      segment: 3,
      tornBytes: torn.length,
    })
    expect(log.head().seq).toBe(6)
    expect(readRows(directory, 'main-3.jsonl')[0]?.['payload']).toMatchObject({
      closes: [{ segment: 2, bytes: lastRow, torn_bytes: torn.length, torn_sha256: sha256(torn) }],
    })
    expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 6, notes: [note] })
    expect(readFiles(directory)['main-2.jsonl']).toEqual(whole.subarray(0, length))
  }
})

test.each([
  ['nothing', 0, []],
  ['half a first row', 40, [{ segment: 3, bytes: 0, torn_bytes: 40 }]],
])('AUD-022 passes over a segment in which a crash left %s', async (_title, length, passed) => {
  const directory = makeDirectory()
  await writeLog(directory)
  await (await openAudit(directory)).close()
  truncateSync(join(directory, 'main-3.jsonl'), length)
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 6 })
  await using log = await openAudit(directory)
  await log.append('n', 'third')
  const closes = [{ segment: 2 }, ...passed]
  expect(readRows(directory, 'main-4.jsonl')[0]).toMatchObject({ payload: { closes } })
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 8, heads: [log.head()] })
})

test('AUD-022 begins a chain whose very first row was torn', async () => {
  const directory = makeDirectory()
  await (await openAudit(directory)).close()
  truncateSync(join(directory, 'main-1.jsonl'), 20)
  await using log = await openAudit(directory)
  expect(await log.append('n', 1)).toMatchObject({ seq: 2 })
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 2 })
})

const text = (files: Record<string, Buffer>, name: string): string => files[name]?.toString() ?? ''

test.each<[string, string, (segment: string) => string]>([
  ['a changed payload', 'main-1.jsonl', (segment) => segment.replace('second', 'Second')],
  ['a changed payload in the last row', 'main-2.jsonl', (segment) => segment.replace('second', 'Second')],
  ['a blank line', 'main-2.jsonl', (segment) => segment.replace('\n', '\n\n')],
  ['a torn row in the middle', 'main-2.jsonl', (segment) => segment.replace('"first"', '"fir\n')],
  ['a line of zeros at the end', 'main-2.jsonl', (segment) => `${segment}${'\0'.repeat(100)}\n`],
  ['a last row with another last byte', 'main-2.jsonl', (segment) => `${segment.slice(0, -1)} `],
  ['an older segment cut short', 'main-1.jsonl', (segment) => segment.slice(0, -10)],
])('AUD-023 does not open a log with %s, and leaves its files alone', async (_title, name, damage) => {
  const directory = makeDirectory()
  await writeLog(directory)
  writeFileSync(join(directory, name), damage(text(readFiles(directory), name)))
  const before = readFiles(directory)
  await expect(openAudit(directory)).rejects.toMatchObject({ code: 'ERR_AUDIT_BROKEN' })
  expect(readFiles(directory)).toEqual(before)
})

test('AUD-023 does not open a log with a segment missing in the middle', async () => {
  const directory = makeDirectory()
  await writeLog(directory)
  await (await openAudit(directory)).close()
  rmSync(join(directory, 'main-2.jsonl'))
  await expect(openAudit(directory)).rejects.toMatchObject({ code: 'ERR_AUDIT_BROKEN' })
  expect(Object.keys(readFiles(directory))).toEqual(['main-1.jsonl', 'main-3.jsonl'])
})

test('AUD-024 a broken chain does not keep another one from being opened', async () => {
  const directory = makeDirectory()
  await writeLog(directory)
  writeFileSync(join(directory, 'main-1.jsonl'), 'broken\n')
  await using log = await openAudit(directory, { chain: 'other' })
  expect((await log.append('n', 1)).seq).toBe(2)
})
