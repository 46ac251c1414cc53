import { type KeyObject, sign, verify } from 'node:crypto'
import canonicalize from 'canonicalize'
import { PersonaError } from '../contract/errors.ts'
import { quotePath } from '../contract/quote.ts'
import { readFailed } from '../contract/refusals.ts'
import { schemaFault } from '../contract/schema-fault.ts'
import type { PersonaLocation } from '../files/persona-location.ts'
import { type FileReading, readDirectoryFile } from '../files/read-directory-file.ts'
import { sha256Hex } from '../files/sha256.ts'
import { isHandle } from '../parse/parse-handle.ts'

export const LOCK_NAME = 'personas.lock.json'

/** 10,000 entries take 2 MB; this bounds what is read of a file that is no lock. */
const MAX_LOCK_BYTES = 32 * 1024 * 1024

const HASH = /^[0-9a-f]{64}$/
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/

/** What a seal fixes of one persona: `sourceHash` and `personaHash`, 64 lowercase hex characters each. */
export interface SealedHashes {
  readonly bodySha256: string
  readonly sealSha256: string
}

/** `personas.lock.json`, read and checked for its form. */
export interface Lock {
  /** Grows by one with every write. */
  readonly generation: number
  /** `hash` of the lock that this one replaced, null for the first. */
  readonly prev: string | null
  readonly personas: ReadonlyMap<string, SealedHashes>
  /** Ed25519 over the RFC 8785 form without this field, base64; empty for something that cannot be one. */
  readonly signature: string | undefined
}

/** Returns the SHA-256 of the lock's RFC 8785 form, signature included: the next lock's `prev`. */
export function lockHash(lock: Lock): string {
  return sha256Hex(Buffer.from(String(canonicalize(lockValue(lock)))))
}

/** Returns the lock as it stands on disk. */
export function formatLock(lock: Lock): string {
  return `${JSON.stringify(lockValue(lock), null, 2)}\n`
}

/** Returns the lock with a signature by `key`. */
export function signLock(lock: Lock, key: KeyObject): Lock {
  return { ...lock, signature: sign(null, signedBytes(lock), key).toString('base64') }
}

/** Whether one of `keys` made the lock's signature. */
export function isSignedBy(lock: Lock, keys: readonly KeyObject[]): boolean {
  if (lock.signature === undefined) return false
  const signature = Buffer.from(lock.signature, 'base64')
  return keys.some((key) => verify(null, signedBytes(lock), key, signature))
}

/** @throws PersonaError `ERR_PERSONA_LOCK_SIGNATURE` unless one of the keys signed the lock. */
export function requireSignature(
  location: PersonaLocation,
  lock: Lock,
  keys: readonly KeyObject[] | null,
): void {
  if (keys === null || isSignedBy(lock, keys)) return
  const path = location.pathOf(LOCK_NAME)
  const found =
    lock.signature === undefined
      ? 'no signature; to begin signing, compare the sealed files with what was reviewed, remove the lock, and seal again with the key'
      : keys.length === 0
        ? 'a signature, and no key was given; give the private key that goes on with it'
        : 'a signature that none of the given keys made'
  throw new PersonaError('ERR_PERSONA_LOCK_SIGNATURE', `${quotePath(path)}: found ${found}`, { path })
}

/** Returns the lock in the directory. @throws PersonaError that says why there is none that can be read. */
export function readLock(location: PersonaLocation): { readonly lock: Lock; readonly reading: ReadLock } {
  const reading = readDirectoryFile(location.directory, LOCK_NAME, MAX_LOCK_BYTES)
  const path = location.pathOf(LOCK_NAME)
  if (reading.status === 'gone') {
    const message = `${quotePath(location.label)}: found no ${LOCK_NAME}; seal the personas first`
    throw new PersonaError('ERR_PERSONA_LOCK_MISSING', message, { path })
  }
  if (reading.status === 'refused') throw invalidLock(path, reading.why)
  if (reading.status === 'failed') throw readFailed(path, `the lock cannot be read (${reading.code})`)
  return { lock: parseLock(path, reading.bytes), reading }
}

export type ReadLock = Extract<FileReading, { status: 'read' }>

/** Returns the lock in `bytes`. @throws `ERR_PERSONA_SCHEMA`, reason `invalid_lock`. */
function parseLock(path: string, bytes: Buffer): Lock {
  const value = parseJson(bytes)
  if (
    !isRecord(value) ||
    value['v'] !== 1 ||
    !hasOnly(value, ['v', 'generation', 'prev', 'personas', 'signature'])
  ) {
    throw invalidLock(path, 'no lock of version 1')
  }
  const { generation, prev, personas, signature } = value
  if (typeof generation !== 'number' || !Number.isSafeInteger(generation) || generation < 1) {
    throw invalidLock(path, 'a generation that is not a whole number from 1')
  }
  if (prev !== null && !isHash(prev)) throw invalidLock(path, 'a prev that is neither null nor a hash')
  if (!isRecord(personas)) throw invalidLock(path, 'no mapping of personas')
  const entries = Object.entries(personas).map(
    ([handle, hashes]) => [handle, readHashes(path, handle, hashes)] as const,
  )
  return { generation, prev, personas: new Map(entries), signature: readSignature(signature) }
}

function readHashes(path: string, handle: string, value: unknown): SealedHashes {
  if (!isHandle(handle)) throw invalidLock(path, 'an entry whose key is not a handle')
  if (!isRecord(value) || !hasOnly(value, ['bodySha256', 'sealSha256'])) {
    throw invalidLock(path, `an entry ${handle} that is not two hashes`)
  }
  const { bodySha256, sealSha256 } = value
  if (!isHash(bodySha256) || !isHash(sealSha256))
    throw invalidLock(path, `an entry ${handle} that is not two hashes`)
  return { bodySha256, sealSha256 }
}

/** Anything but the one spelling of 64 bytes is kept out of what is hashed, and verifies by no key. */
function readSignature(value: unknown): string | undefined {
  if (value === undefined) return undefined
  return typeof value === 'string' && SIGNATURE.test(value) ? value : ''
}

/** Sorted, so that a seal changes the lines of what it seals and no others. */
function lockValue({ generation, prev, personas, signature }: Lock): object {
  const sorted = Object.fromEntries([...personas].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return { v: 1, generation, prev, personas: sorted, ...(signature === undefined ? {} : { signature }) }
}

function signedBytes(lock: Lock): Buffer {
  return Buffer.from(String(canonicalize(lockValue({ ...lock, signature: undefined }))))
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

function invalidLock(path: string, found: string): PersonaError {
  return schemaFault(
    path,
    'invalid_lock',
    {},
    `found ${found}; restore the lock, or remove it and seal again`,
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasOnly(value: object, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key))
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && HASH.test(value)
}
