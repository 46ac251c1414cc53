import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAudit, verifyAudit } from '@cordon/audit'
import { expect, test } from 'vitest'
import { forgeNext, rebuild } from './forge-row.ts'
import { makeDirectory, readFiles, readRows } from './make-directory.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519')

async function writeSigned(directory: string, ...payloads: unknown[]): Promise<void> {
  await using log = await openAudit(directory, { privateKey })
  await Promise.all(payloads.map((payload) => log.append('n', payload)))
}

const text = (directory: string, name = 'main-1.jsonl'): string =>
  readFiles(directory)[name]?.toString() ?? ''

test('AUD-040 signs each batch in a row of its own', async () => {
  const directory = makeDirectory()
  await writeSigned(directory, 1, 2, 3)
  const kinds = readRows(directory, 'main-1.jsonl').map(({ kind }) => kind)
  expect(kinds).toEqual(['chain.segment', 'chain.signature', 'n', 'n', 'n', 'chain.signature'])
  expect(await verifyAudit(directory, { publicKey })).toMatchObject({ status: 'ok', rows: 6, notes: [] })
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 6 })
})

test('AUD-040 takes keys as PEM', async () => {
  const directory = makeDirectory()
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await (await openAudit(directory, { privateKey: pem })).close()
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  expect(await verifyAudit(directory, { publicKey: publicPem })).toMatchObject({ status: 'ok', rows: 2 })
})

test('AUD-041 sees a log signed with another key, or with none', async () => {
  const directory = makeDirectory()
  await writeSigned(directory, 1)
  const { publicKey: wrong } = other
  expect(await verifyAudit(directory, { publicKey: wrong })).toMatchObject({
    status: 'broken',
    line: 1,
    reason: 'signature',
  })
  const unsigned = makeDirectory()
  await (await openAudit(unsigned)).close()
  expect(await verifyAudit(unsigned, { publicKey })).toMatchObject({
    status: 'broken',
    line: 1,
    reason: 'unsigned',
  })
})

test('AUD-042 sees a chain rebuilt by somebody without the key', async () => {
  const directory = makeDirectory()
  await writeSigned(directory, 1, 2)
  writeFileSync(join(directory, 'main-1.jsonl'), rebuild(text(directory), 3, 'rewritten'))
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 5 })
  expect(await verifyAudit(directory, { publicKey })).toMatchObject({
    status: 'broken',
    line: 5,
    reason: 'signature',
  })
})

test('AUD-043 does not count rows that were added at the end without the key, now or after the next open', async () => {
  const directory = makeDirectory()
  await writeSigned(directory, 1)
  const last = readRows(directory, 'main-1.jsonl').at(-1) as never
  writeFileSync(join(directory, 'main-1.jsonl'), text(directory) + forgeNext(last))
  const note = { type: 'torn', file: 'main-1.jsonl', bytes: forgeNext(last).length }
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 5, notes: [] })
  expect(await verifyAudit(directory, { publicKey })).toMatchObject({ status: 'ok', rows: 4, notes: [note] })
  await writeSigned(directory, 2)
  expect(await verifyAudit(directory, { publicKey })).toMatchObject({ status: 'ok', rows: 8, notes: [note] })
  expect(await verifyAudit(directory)).toMatchObject({ status: 'ok', rows: 8, notes: [note] })
})

test('AUD-043 does not begin anew over a signed log whose only rows lost their signature', async () => {
  const directory = makeDirectory()
  await writeSigned(directory, 1)
  const kept = text(directory).split('\n').slice(0, 1)
  writeFileSync(join(directory, 'main-1.jsonl'), `${kept.join('\n')}\n`)
  await writeSigned(directory, 2)
  expect(await verifyAudit(directory, { publicKey })).toMatchObject({ status: 'ok', rows: 4 })
})

test('AUD-044 a chain keeps its key', async () => {
  const directory = makeDirectory()
  await writeSigned(directory, 1)
  const wrong = openAudit(directory, { privateKey: other.privateKey })
  await expect(wrong).rejects.toMatchObject({ code: 'ERR_AUDIT_BROKEN' })
  const unsigned = makeDirectory()
  await (await openAudit(unsigned)).close()
  await expect(openAudit(unsigned, { privateKey })).rejects.toMatchObject({ code: 'ERR_AUDIT_BROKEN' })
})

test('AUD-044 shows where a writer without the key went on', async () => {
  const directory = makeDirectory()
  await writeSigned(directory, 1)
  await writeSigned(directory, 2)
  const [start] = readRows(directory, 'main-2.jsonl')
  const unsigned = { ...(start?.['payload'] as object), signer: null }
  writeFileSync(join(directory, 'main-2.jsonl'), rebuild(text(directory, 'main-2.jsonl'), 1, unsigned))
  expect(await verifyAudit(directory, { publicKey })).toMatchObject({
    status: 'broken',
    file: 'main-2.jsonl',
    reason: 'unsigned',
  })
})

test('AUD-045 refuses keys of another kind', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await expect(openAudit(makeDirectory(), { privateKey: rsa.privateKey })).rejects.toThrow(TypeError)
  await expect(openAudit(makeDirectory(), { privateKey: publicKey })).rejects.toThrow(TypeError)
  await expect(openAudit(makeDirectory(), { privateKey: 'no key' })).rejects.toThrow(TypeError)
  await expect(verifyAudit(makeDirectory(), { publicKey: rsa.publicKey })).rejects.toThrow(TypeError)
  await expect(verifyAudit(makeDirectory(), { publicKey: 'no key' })).rejects.toThrow(TypeError)
})

test('AUD-122 refuses to go on without the key in a chain that is signed', async () => {
  const directory = makeDirectory()
  await writeSigned(directory, 1)
  const before = readFiles(directory)
  await expect(openAudit(directory)).rejects.toMatchObject({
    code: 'ERR_AUDIT_BROKEN',
    message: expect.stringContaining('main-1.jsonl:1 (signature)'),
  })
  expect(readFiles(directory)).toEqual(before)
  await writeSigned(directory, 2)
  expect(await verifyAudit(directory, { publicKey })).toMatchObject({ status: 'ok' })
})

test.each([
  ['as PEM', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
  ['as a key object', privateKey],
])('AUD-140 a private key %s is not taken for the public one', async (_title, key) => {
  await expect(verifyAudit(makeDirectory(), { publicKey: key })).rejects.toThrow(
    new TypeError('"publicKey" expected an Ed25519 public key'),
  )
})

test('AUD-240 a string of two keys is refused, since the second would be passed over', async () => {
  const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()
  const keys = pem(publicKey) + pem(other.publicKey)
  await expect(verifyAudit(makeDirectory(), { publicKey: keys })).rejects.toThrow(
    new TypeError('"publicKey" expected an Ed25519 public key'),
  )
})
