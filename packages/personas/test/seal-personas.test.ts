import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRegistry } from '@cordon/personas/registry'
import { generateSealKey, sealPersonas, verifySeal } from '@cordon/personas/seal'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PersonaDirectory } from './persona-directory.ts'

const HANDLE = 'harbour-clerk@1.0.0'
const NEXT = 'harbour-clerk@1.1.0'
const keys = generateSealKey()

let directory: PersonaDirectory

beforeEach(() => {
  directory = new PersonaDirectory()
  directory.write(HANDLE)
})
afterEach(() => directory[Symbol.dispose]())

const lockPath = (): string => join(directory.path, 'personas.lock.json')
const readLock = () => JSON.parse(readFileSync(lockPath(), 'utf8'))

describe('sealPersonas', () => {
  // The hashes are those of the case file of the same content, made by other code.
  test('PER-100 writes the lock, nothing else, and tells what it did', async () => {
    directory.writeRaw(
      'r2-d2@1.0.0',
      readFileSync(new URL('cases/files/r2-d2@1.0.0.md', import.meta.url), 'utf8'),
    )
    rmSync(directory.file(HANDLE))
    const entry = {
      bodySha256: '800803d653de53955466145fd160f602f3abdda6cca8f57b9e00b68f7499fd9e',
      sealSha256: '385d09115debbe6ac04d5506a4c5dc6223777e4db1e6291ed686b3ec6f71810a',
    }
    expect(await sealPersonas(directory.path, { actor: 'ci' })).toEqual({
      generation: 1,
      prev: null,
      sealed: [{ handle: 'r2-d2@1.0.0', ...entry }],
      signed: false,
      actor: 'ci',
    })
    expect(readLock()).toEqual({ v: 1, generation: 1, prev: null, personas: { 'r2-d2@1.0.0': entry } })
    expect(readdirSync(directory.path).sort()).toEqual(['personas.lock.json', 'r2-d2@1.0.0.md'])
  })

  test('PER-101 a second seal adds, keeps what is there and names its predecessor', async () => {
    await sealPersonas(directory.path, keys)
    const first = readLock()
    directory.write(NEXT)
    const record = await sealPersonas(directory.path, keys)
    expect(record).toMatchObject({ generation: 2, signed: true, actor: null })
    expect(record.sealed.map(({ handle }) => handle)).toEqual([NEXT])
    expect(record.prev).toMatch(/^[0-9a-f]{64}$/)
    expect(readLock().personas[HANDLE]).toEqual(first.personas[HANDLE])
    expect(readLock().prev).toBe(record.prev)
  })

  test('PER-102 with nothing to add the lock is left alone, byte for byte', async () => {
    await sealPersonas(directory.path, keys)
    const bytes = readFileSync(lockPath())
    expect(await sealPersonas(directory.path, keys)).toMatchObject({ generation: 1, sealed: [] })
    expect(readFileSync(lockPath())).toEqual(bytes)
    expect(readdirSync(directory.path)).not.toContain('.personas.lock.json.pending')
  })

  test('PER-103 what is sealed is immutable', async () => {
    await sealPersonas(directory.path)
    directory.write(HANDLE, 'changed\n')
    directory.write(NEXT)
    const bytes = readFileSync(lockPath())
    await expect(sealPersonas(directory.path)).rejects.toMatchObject({
      code: 'ERR_PERSONA_INIT',
      detail: { faults: [{ code: 'ERR_PERSONA_TAMPERED', detail: { handle: HANDLE } }] },
    })
    expect(readFileSync(lockPath())).toEqual(bytes)
  })

  test('PER-104 seals only the handles that are named, and only those that are there', async () => {
    directory.write(NEXT)
    directory.writeRaw('broken@1.0.0', 'no fence')
    const record = await sealPersonas(directory.path, { handles: [NEXT, NEXT] })
    expect(record.sealed.map(({ handle }) => handle)).toEqual([NEXT])
    await expect(sealPersonas(directory.path, { handles: ['../outside'] })).rejects.toMatchObject({
      code: 'ERR_PERSONA_UNKNOWN',
      detail: { handle: '../outside', available: ['broken@1.0.0', HANDLE, NEXT] },
    })
    await expect(sealPersonas(directory.path)).rejects.toMatchObject({
      detail: { faults: [{ code: 'ERR_PERSONA_SCHEMA' }] },
    })
  })

  test.each([
    ['a signed lock without a key', keys, {}, 'a signature, and no key was given'],
    ['a lock signed by another key', keys, generateSealKey(), 'none of the given keys made'],
    ['an unsigned lock with a key', {}, keys, 'no signature'],
  ])('PER-105 does not extend %s', async (_name, first, second, found) => {
    await sealPersonas(directory.path, first)
    directory.write(NEXT)
    await expect(
      sealPersonas(directory.path, { privateKey: (second as Partial<typeof keys>).privateKey }),
    ).rejects.toMatchObject({
      code: 'ERR_PERSONA_LOCK_SIGNATURE',
      message: expect.stringContaining(found),
    })
  })

  test('PER-106 the old key vouches for the lock when the new one signs it', async () => {
    const next = generateSealKey()
    await sealPersonas(directory.path, keys)
    const record = await sealPersonas(directory.path, {
      privateKey: next.privateKey,
      publicKey: keys.publicKey,
    })
    expect(record).toMatchObject({ generation: 2, sealed: [], signed: true })
    expect(await verifySeal(directory.path, { publicKey: next.publicKey })).toMatchObject({ status: 'ok' })
    expect(await verifySeal(directory.path, { publicKey: keys.publicKey })).toMatchObject({
      status: 'broken',
    })
  })

  test('PER-107 of two seals at once one is refused, and none is lost', async () => {
    directory.write(NEXT)
    const results = await Promise.allSettled([
      sealPersonas(directory.path, { handles: [HANDLE] }),
      sealPersonas(directory.path, { handles: [NEXT] }),
    ])
    const done = results.filter(({ status }) => status === 'fulfilled')
    const busy = results.filter((result) => result.status === 'rejected').map((result) => result.reason.code)
    expect(busy).toEqual(Array.from({ length: 2 - done.length }, () => 'ERR_PERSONA_LOCK_BUSY'))
    await sealPersonas(directory.path)
    expect(Object.keys(readLock().personas)).toEqual([HANDLE, NEXT])
  })

  test('PER-108 a seal that was cut off is named, and its file is not touched', async () => {
    const pending = join(directory.path, '.personas.lock.json.pending')
    writeFileSync(pending, '')
    await expect(sealPersonas(directory.path)).rejects.toMatchObject({
      code: 'ERR_PERSONA_LOCK_BUSY',
      detail: { path: '.personas.lock.json.pending' },
    })
    expect(existsSync(pending)).toBe(true)
  })

  test('PER-109 while versions are written and sealed, a reader sees no tampering', async () => {
    await sealPersonas(directory.path, keys)
    const registry = await openRegistry(directory.path, { integrity: 'sealed', publicKey: keys.publicKey })
    let writing = true
    const reading = (async () => {
      let loads = 0
      while (writing) {
        for (const handle of registry.handles()) registry.load(handle)
        loads += 1
        await new Promise((resolve) => setImmediate(resolve))
      }
      return loads
    })()
    for (let minor = 1; minor <= 20; minor += 1) {
      directory.write(`harbour-clerk@1.${minor}.0`, `${minor}\n`)
      await sealPersonas(directory.path, keys)
    }
    writing = false
    expect(await reading).toBeGreaterThan(1)
    expect(registry.handles()).toHaveLength(21)
    await registry.close()
  })

  test.each([
    ['text', 'no key'],
    [
      'another algorithm',
      generateKeyPairSync('ec', {
        namedCurve: 'P-256',
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      }).privateKey,
    ],
    ['a number', 7 as unknown as string],
  ])('PER-110 refuses %s for a key without quoting it', async (_name, privateKey) => {
    const error = await sealPersonas(directory.path, { privateKey }).catch((reason) => reason)
    expect(error).toBeInstanceOf(TypeError)
    expect(error.message).toMatch(/^"privateKey" expected an Ed25519 private key as PEM, got /)
    expect(error.message).not.toContain('no key')
    expect(error.cause).toBeUndefined()
  })
})

describe('verifySeal', () => {
  test('PER-110 refuses a private key where the public one is meant', async () => {
    await sealPersonas(directory.path, keys)
    await expect(verifySeal(directory.path, { publicKey: keys.privateKey })).rejects.toThrow(
      new TypeError('"publicKey" expected an Ed25519 public key as PEM, got a private key'),
    )
  })

  test('PER-110 refuses a string of two keys, of which the second would be passed over', async () => {
    await sealPersonas(directory.path, keys)
    await expect(verifySeal(directory.path, { publicKey: keys.publicKey.repeat(2) })).rejects.toThrow(
      new TypeError('"publicKey" expected an Ed25519 public key as PEM, got 2 keys in one string'),
    )
  })

  test('PER-111 tells what is sealed, what is not, and what the signature is worth', async () => {
    await sealPersonas(directory.path, keys)
    directory.write(NEXT)
    const ok = { status: 'ok', generation: 1, handles: [HANDLE], unsealed: [NEXT] }
    expect(await verifySeal(directory.path)).toEqual({ ...ok, signature: 'unchecked' })
    expect(await verifySeal(directory.path, { publicKey: keys.publicKey })).toEqual({
      ...ok,
      signature: 'valid',
    })
    rmSync(lockPath())
    await sealPersonas(directory.path)
    expect(await verifySeal(directory.path)).toMatchObject({ status: 'ok', signature: 'absent' })
  })

  test('PER-112 names all that is wrong', async () => {
    directory.write(NEXT)
    await sealPersonas(directory.path, keys)
    directory.write(HANDLE, 'changed\n')
    rmSync(directory.file(NEXT))
    symlinkSync('/etc/hostname', directory.file(NEXT))
    const verified = await verifySeal(directory.path, { publicKey: generateSealKey().publicKey })
    expect(verified).toMatchObject({
      status: 'broken',
      faults: [
        { code: 'ERR_PERSONA_LOCK_SIGNATURE' },
        { code: 'ERR_PERSONA_TAMPERED', detail: { handle: HANDLE } },
        { code: 'ERR_PERSONA_TAMPERED', detail: { handle: NEXT, actualHash: null } },
      ],
    })
  })

  test('PER-113 a directory without a lock, or none at all, is broken', async () => {
    expect(await verifySeal(directory.path)).toMatchObject({ faults: [{ code: 'ERR_PERSONA_LOCK_MISSING' }] })
    mkdirSync(lockPath())
    expect(await verifySeal(directory.path)).toMatchObject({
      faults: [{ code: 'ERR_PERSONA_SCHEMA', detail: { reason: 'invalid_lock' } }],
    })
    expect(await verifySeal(join(directory.path, 'none'))).toMatchObject({
      faults: [{ code: 'ERR_PERSONA_READ_FAILED' }],
    })
  })
})
