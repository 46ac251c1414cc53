import { AuditError, type AuditHead, type AuditLog, openAudit, verifyAudit } from '@cordon/audit'
import { expect, test } from 'vitest'
import { makeDirectory, readFiles } from './make-directory.ts'

test('AUD-060 the older writer stops for good, and writes nothing more', async () => {
  const directory = makeDirectory()
  await using older = await openAudit(directory)
  await older.append('n', 1)
  await using newer = await openAudit(directory)
  const before = readFiles(directory)
  await expect(older.append('n', 2)).rejects.toMatchObject({ code: 'ERR_AUDIT_SUPERSEDED' })
  await expect(older.append('n', 3)).rejects.toMatchObject({ code: 'ERR_AUDIT_SUPERSEDED' })
  expect(readFiles(directory)).toEqual(before)
  await newer.append('n', 4)
  expect(await verifyAudit(directory, { anchor: [older.head(), newer.head()] })).toMatchObject({
    status: 'ok',
    rows: 4,
    notes: [],
  })
})

test('AUD-060 the older writer stops when it would begin a new segment', async () => {
  const directory = makeDirectory()
  await using older = await openAudit(directory, { maxSegmentBytes: 1 })
  await using newer = await openAudit(directory)
  await expect(older.append('n', 1)).rejects.toMatchObject({ code: 'ERR_AUDIT_SUPERSEDED' })
  expect((await newer.append('n', 2)).seq).toBe(3)
})

/** Appends until the log stops; returns what was acknowledged and why it stopped. */
async function appendUntilStopped(log: AuditLog): Promise<{ receipts: AuditHead[]; error: unknown }> {
  const receipts: AuditHead[] = []
  try {
    for (;;) receipts.push(await log.append('n', receipts.length))
  } catch (error) {
    return { receipts, error }
  }
}

test('AUD-061 no acknowledged row is lost when writers take over from each other under load', async () => {
  const directory = makeDirectory()
  const running: ReturnType<typeof appendUntilStopped>[] = []
  const anchor: AuditHead[] = []
  for (let taken = 0; taken < 15; taken += 1) {
    const log = await openAudit(directory)
    running.push(...Array.from({ length: 8 }, () => appendUntilStopped(log)))
    // Some are taken over at once, some after a few batches.
    for (let batch = 0; batch < taken % 4; batch += 1) anchor.push(await log.append('n', 'between'))
  }
  const last = await openAudit(directory)
  const ended = await Promise.all(running)
  for (const { error } of ended) expect(error).toMatchObject({ code: 'ERR_AUDIT_SUPERSEDED' })
  anchor.push(...ended.flatMap(({ receipts }) => receipts), await last.append('n', 'last'))
  expect(await verifyAudit(directory, { anchor })).toMatchObject({ status: 'ok', heads: [last.head()] })
  await last.close()
})

test('AUD-062 of many that open at once, one remains, and no two share a segment', async () => {
  const directory = makeDirectory()
  const opened = await Promise.allSettled(Array.from({ length: 8 }, () => openAudit(directory)))
  const logs = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  for (const one of opened) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'ERR_AUDIT_SUPERSEDED' })
  }
  const appended = await Promise.allSettled(logs.map((log) => log.append('n', 1)))
  expect(appended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of appended)
    if (one.status === 'rejected') expect(AuditError.isInstance(one.reason)).toBe(true)
  expect(Object.keys(readFiles(directory))).toHaveLength(8)
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok' })
  for (const log of logs) await log.close()
})

test('AUD-063 chains of one directory record where the others stood', async () => {
  const directory = makeDirectory()
  await using a = await openAudit(directory, { chain: 'a' })
  const head = await a.append('n', 1)
  await using b = await openAudit(directory, { chain: 'b', maxSegmentBytes: 1 })
  const peersOf = (name: string): unknown => {
    const [line] = readFiles(directory)[name]?.toString().split('\n') ?? []
    return JSON.parse(line ?? '').payload.peers
  }
  expect(peersOf('b-1.jsonl')).toEqual([head])
  const later = await a.append('n', 2)
  await b.append('n', 3)
  expect(peersOf('b-2.jsonl')).toEqual([later])
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', heads: [a.head(), b.head()] })
})
