import { appendFileSync, cpSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AuditHead, openAudit, verifyAudit } from '@cordon/audit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgeLine, forgeNext, type Row, rebuild } from './forge-row.ts'
import { makeDirectory, readFiles } from './make-directory.ts'

/** What every test starts from: chain a in three segments, the first with torn bytes; chain b, which recorded a. */
let origin: Record<string, Buffer>
let heads: Record<'a1' | 'a2' | 'a3' | 'b', AuditHead>

const directory = makeDirectory(afterAll)

beforeAll(async () => {
  const a1 = await writeChain(directory, 'a', 1)
  appendFileSync(join(directory, 'a-1.jsonl'), '{"chain":"a","ha')
  const a2 = await writeChain(directory, 'a', 2, 3)
  const b = await writeChain(directory, 'b', 4)
  const a3 = await writeChain(directory, 'a', 5, 6)
  heads = { a1, a2, a3, b }
  origin = readFiles(directory)
})

async function writeChain(directory: string, chain: string, ...payloads: unknown[]): Promise<AuditHead> {
  await using log = await openAudit(directory, { chain, now: () => 1_764_453_600_000 })
  for (const payload of payloads) await log.append('n', payload)
  return log.head()
}

/** Lays out the log, changed. */
function layOut(changes: Record<string, string | Buffer | null> = {}): string {
  return writeFiles({ ...origin, ...changes })
}

function writeFiles(files: Record<string, string | Buffer | null>): string {
  const directory = makeDirectory()
  for (const [name, bytes] of Object.entries(files)) {
    if (bytes !== null) writeFileSync(join(directory, name), bytes)
  }
  return directory
}

const text = (name: string): string => origin[name]?.toString() ?? ''
const lines = (name: string): string[] => text(name).match(/[^\n]*\n/g) ?? []
const row = (name: string, line: number): Row & { hash: string } => JSON.parse(lines(name)[line - 1] ?? '')

test('AUD-030 finds the untouched log in order', async () => {
  expect(await verifyAudit(layOut(), { anchor: Object.values(heads) })).toEqual({
    status: 'ok',
    rows: 10,
    heads: [heads.a3, heads.b],
    notes: [{ type: 'torn', chain: 'a', file: 'a-1.jsonl', bytes: 16 }],
  })
})

test('AUD-031 names the row in which a byte was flipped, for every byte', { timeout: 120_000 }, async () => {
  // As small as a log with two chains, a recorded head, two segments and torn bytes can be.
  const directory = makeDirectory()
  await (await openAudit(directory, { chain: 'b' })).close()
  await writeChain(directory, 'a', 1)
  appendFileSync(join(directory, 'a-1.jsonl'), '{"chain":"a","ha')
  await writeChain(directory, 'a')
  const files = readFiles(directory)
  const verdicts = Object.entries(files).map(([name, bytes]) => flipEachByte(writeFiles(files), name, bytes))
  await Promise.all(verdicts)
})

async function flipEachByte(directory: string, name: string, bytes: Buffer): Promise<void> {
  for (const [offset, byte] of bytes.entries()) {
    const touched = Buffer.from(bytes)
    touched[offset] = byte ^ (offset % 2 === 0 ? 0x01 : 0x80)
    writeFileSync(join(directory, name), touched)
    const line = bytes.subarray(0, offset).toString('latin1').split('\n').length
    const verdict = await verifyAudit(directory)
    expect({ offset, ...verdict }).toMatchObject({ offset, status: 'broken', file: name, line })
  }
}

const drop = (name: string, line: number): string =>
  lines(name)
    .toSpliced(line - 1, 1)
    .join('')
const swap = (name: string, line: number): string => {
  const all = lines(name)
  return [...all.slice(0, line - 1), all[line], all[line - 1], ...all.slice(line + 1)].join('')
}
const insert = (name: string, line: number, inserted: string | undefined): string =>
  lines(name)
    .toSpliced(line - 1, 0, inserted ?? '')
    .join('')

test.each<[string, () => Record<string, string | null>, object]>([
  [
    'the first row dropped',
    () => ({ 'a-3.jsonl': drop('a-3.jsonl', 1) }),
    { file: 'a-3.jsonl', line: 1, seq: 6, reason: 'segment-row' },
  ],
  [
    'a row dropped',
    () => ({ 'a-3.jsonl': drop('a-3.jsonl', 2) }),
    { file: 'a-3.jsonl', line: 2, seq: 7, reason: 'seq' },
  ],
  [
    'the last row of a segment dropped',
    () => ({ 'a-2.jsonl': drop('a-2.jsonl', 3) }),
    { file: 'a-2.jsonl', line: 3, seq: 5, reason: 'segment-cut' },
  ],
  [
    'all rows of a segment dropped',
    () => ({ 'a-2.jsonl': '' }),
    { file: 'a-2.jsonl', line: 1, seq: 3, reason: 'segment-cut' },
  ],
  [
    'two rows swapped',
    () => ({ 'a-2.jsonl': swap('a-2.jsonl', 2) }),
    { file: 'a-2.jsonl', line: 2, seq: 4, reason: 'seq' },
  ],
  [
    'a row doubled',
    () => ({ 'a-2.jsonl': insert('a-2.jsonl', 2, lines('a-2.jsonl')[1]) }),
    { file: 'a-2.jsonl', line: 3, seq: 5, reason: 'seq' },
  ],
  [
    'the last row of the log doubled',
    () => ({ 'a-3.jsonl': insert('a-3.jsonl', 4, lines('a-3.jsonl')[2]) }),
    { file: 'a-3.jsonl', line: 4, seq: 9, reason: 'seq' },
  ],
  [
    'a row of another chain put in',
    () => ({ 'a-2.jsonl': insert('a-2.jsonl', 2, lines('b-1.jsonl')[1]) }),
    { file: 'a-2.jsonl', line: 2, seq: 4, reason: 'chain' },
  ],
  [
    'a forged row put in',
    () => ({ 'a-3.jsonl': insert('a-3.jsonl', 3, forgeNext(row('a-3.jsonl', 2))) }),
    { file: 'a-3.jsonl', line: 4, seq: 9, reason: 'seq' },
  ],
  [
    'a forged row put into a segment that is closed',
    () => ({ 'a-2.jsonl': insert('a-2.jsonl', 3, forgeNext(row('a-2.jsonl', 2))) }),
    { file: 'a-2.jsonl', line: 3, seq: 5, reason: 'segment-cut' },
  ],
  [
    'a forged row in the place of one',
    () => ({
      'a-3.jsonl': insert('a-3.jsonl', 2, forgeNext(row('a-3.jsonl', 1))).replace(
        lines('a-3.jsonl')[1] ?? '',
        '',
      ),
    }),
    { file: 'a-3.jsonl', line: 3, seq: 8, reason: 'prev' },
  ],
  [
    'a row with two payloads',
    () => ({ 'a-2.jsonl': text('a-2.jsonl').replace('"payload":2,', '"payload":2,"payload":2,') }),
    { file: 'a-2.jsonl', line: 2, seq: 4, reason: 'not-canonical' },
  ],
  [
    'a row with a blank',
    () => ({ 'a-2.jsonl': text('a-2.jsonl').replace('"payload":2,', '"payload": 2,') }),
    { file: 'a-2.jsonl', line: 2, seq: 4, reason: 'not-canonical' },
  ],
  [
    'a row with a lone surrogate',
    () => ({ 'a-2.jsonl': text('a-2.jsonl').replace('"payload":2,', '"payload":"\\ud800",') }),
    { file: 'a-2.jsonl', line: 2, seq: 4, reason: 'not-canonical' },
  ],
  [
    'a row with a member too many',
    () => ({ 'a-2.jsonl': text('a-2.jsonl').replace('"payload":2,', '"payload":2,"pq":1,') }),
    { file: 'a-2.jsonl', line: 2, seq: 4, reason: 'row-shape' },
  ],
  [
    'a line longer than any row',
    () => ({ 'a-3.jsonl': insert('a-3.jsonl', 2, `${'x'.repeat(70_000)}\n`) }),
    { file: 'a-3.jsonl', line: 2, seq: 7, reason: 'row-too-long' },
  ],
  [
    'an endless line',
    () => ({ 'a-3.jsonl': `${text('a-3.jsonl')}${'x'.repeat(70_000)}` }),
    { file: 'a-3.jsonl', line: 4, seq: 9, reason: 'row-too-long' },
  ],
  [
    'a last row that ends in another byte',
    () => ({ 'a-3.jsonl': `${text('a-3.jsonl').slice(0, -1)}\r` }),
    { file: 'a-3.jsonl', line: 3, seq: 8, reason: 'line-end' },
  ],
  [
    'a segment gone',
    () => ({ 'a-2.jsonl': null }),
    { file: 'a-3.jsonl', line: 1, seq: 3, reason: 'segment-missing' },
  ],
  [
    'a segment under another number',
    () => ({ 'a-3.jsonl': null, 'a-4.jsonl': text('a-3.jsonl') }),
    { file: 'a-4.jsonl', line: 1, seq: 6, reason: 'segment-row' },
  ],
  [
    'a segment under another name',
    () => ({ 'b-1.jsonl': null, 'c-1.jsonl': text('b-1.jsonl') }),
    { file: 'c-1.jsonl', line: 1, seq: 1, reason: 'chain' },
  ],
  [
    'a second first row',
    () => ({ 'a-2.jsonl': insert('a-2.jsonl', 2, lines('a-2.jsonl')[0]) }),
    { file: 'a-2.jsonl', line: 2, seq: 4, reason: 'segment-row' },
  ],
  [
    'torn bytes gone',
    () => ({ 'a-1.jsonl': text('a-1.jsonl').slice(0, -1) }),
    { file: 'a-1.jsonl', line: 3, seq: 3, reason: 'torn-bytes' },
  ],
  [
    'a line behind torn bytes',
    () => ({ 'a-1.jsonl': `${text('a-1.jsonl')}x\n` }),
    { file: 'a-1.jsonl', line: 3, seq: 3, reason: 'trailing-bytes' },
  ],
  [
    'something behind a segment',
    () => ({ 'a-2.jsonl': `${text('a-2.jsonl')}x\n` }),
    { file: 'a-2.jsonl', line: 4, seq: 6, reason: 'trailing-bytes' },
  ],
])('AUD-032 sees %s', async (_title, changes, expected) => {
  expect(await verifyAudit(layOut(changes()))).toMatchObject({ status: 'broken', ...expected })
})

test('AUD-033 shows torn bytes that grew, as when their writer was still alive', async () => {
  const directory = layOut({ 'a-1.jsonl': `${text('a-1.jsonl')}sh":"` })
  const note = { type: 'slipped', chain: 'a', file: 'a-1.jsonl', line: 3, rows: 0, bytes: 21 }
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 10, notes: [note] })
})

test('AUD-033 shows rows behind the end of a segment, and does not count them', async () => {
  const directory = layOut({ 'a-2.jsonl': `${text('a-2.jsonl')}${forgeNext(row('a-2.jsonl', 3))}` })
  const note = { type: 'slipped', chain: 'a', file: 'a-2.jsonl', line: 4, rows: 1 }
  expect(await verifyAudit(directory)).toMatchObject({
    status: 'ok',
    rows: 10,
    heads: [heads.a3, heads.b],
    notes: [{ type: 'torn' }, note],
  })
})

test.each([
  ['at the end of a row', -1],
  ['within a row', -20],
])('AUD-034 sees a tail cut %s only with an anchor', async (_title, cut) => {
  const kept = lines('a-3.jsonl')
    .slice(0, cut === -1 ? 2 : 3)
    .join('')
  const directory = layOut({ 'a-3.jsonl': cut === -1 ? kept : kept.slice(0, cut) })
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 9 })
  expect(await verifyAudit(directory, { anchor: heads.a2 })).toMatchObject({ status: 'ok' })
  expect(await verifyAudit(directory, { anchor: heads.a3 })).toEqual({
    status: 'broken',
    file: 'a-3.jsonl',
    line: 3,
    chain: 'a',
    seq: 8,
    reason: 'anchor-missing',
  })
})

test('AUD-035 sees a last segment that is gone only with an anchor', async () => {
  const directory = layOut({ 'a-3.jsonl': null })
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 7 })
  expect(await verifyAudit(directory, { anchor: [heads.a3] })).toMatchObject({
    status: 'broken',
    file: 'a-2.jsonl',
    line: 4,
    chain: 'a',
    seq: 6,
    reason: 'anchor-missing',
  })
})

test('AUD-036 sees a chain that was rebuilt only with an anchor', async () => {
  const directory = layOut({ 'b-1.jsonl': rebuild(text('b-1.jsonl'), 2, 'rewritten') })
  // Chain a recorded the head of b when it was opened for the third time; without that row nobody could tell.
  expect(await verifyAudit(directory)).toMatchObject({
    status: 'broken',
    file: 'b-1.jsonl',
    line: 2,
    chain: 'b',
    seq: 2,
    reason: 'peer-mismatch',
  })
  for (const name of ['a-1.jsonl', 'a-2.jsonl', 'a-3.jsonl']) rmSync(join(directory, name))
  const alone = makeDirectory()
  const first = row('b-1.jsonl', 1)
  const start = { ...(first.payload as object), peers: [] }
  writeFileSync(join(alone, 'b-1.jsonl'), rebuild(text('b-1.jsonl'), 1, start))
  expect(await verifyAudit(alone)).toMatchObject({ status: 'ok', rows: 2 })
  expect(await verifyAudit(alone, { anchor: heads.b })).toEqual({
    status: 'broken',
    file: 'b-1.jsonl',
    line: 2,
    chain: 'b',
    seq: 2,
    reason: 'anchor-mismatch',
  })
})

test('AUD-037 sees a chain whose recorded head is gone', async () => {
  const cut = layOut({ 'b-1.jsonl': lines('b-1.jsonl')[0] ?? '' })
  expect(await verifyAudit(cut)).toMatchObject({
    status: 'broken',
    file: 'b-1.jsonl',
    line: 2,
    seq: 2,
    reason: 'peer-missing',
  })
  expect(await verifyAudit(layOut({ 'b-1.jsonl': null }))).toMatchObject({
    status: 'broken',
    file: 'b-1.jsonl',
    line: 1,
    seq: 1,
    reason: 'peer-missing',
  })
})

test('AUD-038 sealed segments may be moved away; an anchor at the seam shows that nothing else is missing', async () => {
  const directory = layOut()
  const archive = makeDirectory()
  for (const name of ['a-1.jsonl', 'a-2.jsonl']) renameSync(join(directory, name), join(archive, name))
  const note = { type: 'starts-late', chain: 'a', seq: 6 }
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 5, notes: [note] })
  expect(await verifyAudit(directory, { anchor: heads.a3 })).toMatchObject({ notes: [note] })
  expect(await verifyAudit(directory, { anchor: [heads.a2, heads.a3] })).toMatchObject({ notes: [] })
  expect(await verifyAudit(directory, { anchor: heads.a1 })).toMatchObject({
    status: 'broken',
    file: 'a-3.jsonl',
    line: 1,
    chain: 'a',
    seq: 6,
    reason: 'anchor-moved',
  })
  expect(await verifyAudit(archive, { anchor: heads.a2 })).toMatchObject({ status: 'ok', rows: 5 })
  await using log = await openAudit(directory, { chain: 'a' })
  expect((await log.append('n', 7)).seq).toBe(10)
  cpSync(archive, directory, { recursive: true })
  expect(await verifyAudit(directory, { anchor: [heads.a1, heads.a2, log.head()] })).toMatchObject({
    rows: 12,
  })
})

test('AUD-038 an archive need not hold the rows that moved chains recorded of others', async () => {
  const archive = layOut({ 'b-1.jsonl': null })
  expect(await verifyAudit(archive)).toMatchObject({ status: 'broken', reason: 'peer-missing' })
  expect(await verifyAudit(archive, { archive: true, anchor: heads.a3 })).toMatchObject({
    status: 'ok',
    rows: 8,
  })
  const rewritten = layOut({ 'b-1.jsonl': rebuild(text('b-1.jsonl'), 2, 'rewritten') })
  expect(await verifyAudit(rewritten, { archive: true })).toMatchObject({
    status: 'broken',
    reason: 'peer-mismatch',
  })
  const cut = layOut({ 'b-1.jsonl': null, 'a-3.jsonl': lines('a-3.jsonl')[0] ?? '' })
  const verdict = await verifyAudit(cut, { archive: true, anchor: heads.a3 })
  expect(verdict).toMatchObject({ status: 'broken', reason: 'anchor-missing' })
})

test('AUD-039 sees a chain that begins anew in a later segment', async () => {
  const start = { chain: 'a', seq: 1, ts_ns: '0', kind: 'chain.segment', prev: '0'.repeat(64) }
  const payload = { segment: 4, closes: [], peers: [], signer: null }
  const directory = layOut({ 'a-4.jsonl': forgeLine({ ...start, payload }) })
  expect(await verifyAudit(directory, { anchor: heads.a3 })).toMatchObject({
    status: 'broken',
    reason: 'anchor-missing',
  })
})

test.each([[{}], [[{ chain: 'a', seq: '1', hash: '' }]], [null], ['a']])(
  'AUD-039 refuses the anchor %j',
  async (anchor) => {
    await expect(verifyAudit(layOut(), { anchor: anchor as never })).rejects.toThrow(TypeError)
  },
)

test.each([
  ['an anchor without a head', { anchor: [] }],
  ['a misspelt option', { anchors: [] }],
  ['null', null],
])('AUD-110 %s is refused', async (_title, options) => {
  await expect(verifyAudit(makeDirectory(), options as never)).rejects.toThrow(TypeError)
})

test('AUD-110 a directory that is no string is refused as such', async () => {
  await expect(verifyAudit(undefined as never)).rejects.toThrow('"directory" expected string, got undefined')
})
