import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAudit, verifyAudit } from '@cordon/audit'
import canonicalize from 'canonicalize'
import { expect, test } from 'vitest'
import { forgeLine, forgeNext, type Row } from './forge-row.ts'
import { makeDirectory, readFiles } from './make-directory.ts'

const ZEROS = '0'.repeat(64)

/** A chain in two segments, each with the row of its beginning and one more. */
async function writeLog(): Promise<string> {
  const directory = makeDirectory()
  for (const payload of [1, 2]) {
    await using log = await openAudit(directory)
    await log.append('n', payload)
  }
  return directory
}

const linesOf = (directory: string, name: string): string[] =>
  readFiles(directory)
    [name]?.toString()
    .match(/[^\n]*\n/g) ?? []
const parse = (line = ''): Row & { hash: string } => JSON.parse(line)

/** What may stand behind the rows of a segment that another one goes on from; `one` and `two` would follow them. */
test.each<[string, (one: string, two: string) => string, object]>([
  [
    'two rows that follow each other',
    (one, two) => one + two,
    { status: 'ok', notes: [{ type: 'slipped', rows: 2, line: 3 }] },
  ],
  ['a row of another chain', (one) => forgeLine({ ...parse(one), chain: 'other' }), {}],
  ['a gap between two rows', (one, two) => one + forgeLine({ ...parse(two), seq: parse(two).seq + 1 }), {}],
  ['a row that follows another one', (one, two) => one + forgeLine({ ...parse(two), prev: ZEROS }), {}],
  ['a line without an end', () => 'x'.repeat(70_000), {}],
])('AUD-260 behind the end of a segment, %s', async (_title, behind, expected) => {
  const directory = await writeLog()
  const lines = linesOf(directory, 'main-1.jsonl')
  const one = forgeNext(parse(lines[1]))
  writeFileSync(join(directory, 'main-1.jsonl'), lines.join('') + behind(one, forgeNext(parse(one))))
  expect(await verifyAudit(directory)).toMatchObject({
    ...('status' in expected ? {} : { status: 'broken', line: 3, seq: 3, reason: 'trailing-bytes' }),
    ...expected,
  })
})

const before = { segment: 2, bytes: 10, torn_bytes: 0, torn_sha256: ZEROS }

test.each<[string, number, { seq: number; prev?: string; closes?: object[] }, object]>([
  ['the first of a chain', 1, { seq: 1 }, { status: 'ok', rows: 1, notes: [] }],
  ['one whose predecessors were moved away', 3, { seq: 5, closes: [before] }, { notes: [{ seq: 5 }] }],
  ['a first one that follows another', 1, { seq: 1, prev: 'f'.repeat(64) }, { reason: 'prev' }],
  ['a first one that goes on from another', 1, { seq: 1, closes: [before] }, { reason: 'segment-row' }],
  ['a later one that goes on from none', 3, { seq: 5 }, { reason: 'segment-row' }],
  ['one of the first segment, but not its number', 1, { seq: 5, closes: [before] }, { reason: 'seq' }],
])('AUD-261 a segment that begins with %s', async (_title, segment, start, expected) => {
  const directory = makeDirectory()
  const { seq, prev = ZEROS, closes = [] } = start
  const payload = { segment, closes, peers: [], signer: null }
  const line = forgeLine({ chain: 'main', seq, ts_ns: '0', kind: 'chain.segment', payload, prev })
  writeFileSync(join(directory, `main-${segment}.jsonl`), line)
  expect(await verifyAudit(directory)).toMatchObject(expected)
})

test.each([
  ['"v":1', '"v":2', 'row-shape'],
  ['"chain":"main"', '"chain":"Main"', 'row-shape'],
  ['"seq":4', '"seq":-4', 'row-shape'],
  ['"seq":4', '"seq":4.5', 'row-shape'],
  ['"kind":"n"', '"kind":"N"', 'row-shape'],
  ['"ts_ns":"', '"ts_ns":"0', 'row-shape'],
  ['"ts_ns":"', '"ts_ns":"11', 'row-shape'],
  ['"prev":"', '"prev":"0', 'row-shape'],
  ['"hash":"', '"hash":"0', 'row-shape'],
  ['"payload":2', '"payload":{"\\ud800":2}', 'not-canonical'],
])('AUD-262 a row with %s made %s is none', async (from, to, reason) => {
  const directory = await writeLog()
  const [start = '', row = ''] = linesOf(directory, 'main-2.jsonl')
  expect(row).toContain(from)
  writeFileSync(join(directory, 'main-2.jsonl'), start + row.replace(from, to))
  expect(await verifyAudit(directory)).toMatchObject({
    status: 'broken',
    file: 'main-2.jsonl',
    line: 2,
    reason,
  })
})

test('AUD-263 a row that is not UTF-8 is none, though its hash fits its bytes', async () => {
  const directory = await writeLog()
  const [start = '', row] = linesOf(directory, 'main-2.jsonl')
  const { hash: _hash, ...rest } = parse(row)
  // As Latin-1 the payload is one byte that no UTF-8 has.
  const text = String(canonicalize({ ...rest, payload: '\u00ff' }))
  const hash = createHash('sha256').update(text, 'latin1').digest('hex')
  const line = text.replace('"kind"', `"hash":"${hash}","kind"`)
  writeFileSync(join(directory, 'main-2.jsonl'), Buffer.from(`${start}${line}\n`, 'latin1'))
  expect(await verifyAudit(directory)).toMatchObject({ status: 'broken', line: 2, reason: 'not-canonical' })
})
