import { createPublicKey, type KeyObject } from 'node:crypto'
import { assertOptions } from '../contract/assert-options.ts'
import { collectFault } from '../contract/collect-fault.ts'
import { PersonaError } from '../contract/errors.ts'
import { initError } from '../contract/init-error.ts'
import { unknownPersona } from '../contract/refusals.ts'
import { fileNameOf, handleOf, listPersonaFiles, readPersonaFile } from '../files/persona-files.ts'
import { locatePersonas, type PersonaLocation } from '../files/persona-location.ts'
import { personaHash } from '../parse/persona-hash.ts'
import { holdLock } from './hold-lock.ts'
import {
  isSignedBy,
  type Lock,
  lockHash,
  readLock,
  requireSignature,
  type SealedHashes,
  signLock,
} from './lock-file.ts'
import { readSealedPersona } from './read-sealed-persona.ts'
import { readPrivateKey, readPublicKeys, type SealKey } from './seal-keys.ts'

interface SealOptions {
  /** Which personas to seal. @defaultValue every persona file that the lock does not name yet */
  readonly handles?: readonly string[] | undefined
  /** Who seals; handed back in the record. @defaultValue null */
  readonly actor?: string | undefined
}

interface UnsignedSealOptions extends SealOptions {
  readonly privateKey?: undefined
  readonly publicKey?: undefined
}

interface SignedSealOptions extends SealOptions {
  /** Signs the lock: Ed25519. Without it the lock is not signed. */
  readonly privateKey: SealKey
  /** Keys of which one must have signed the lock so far; give the old one to rotate. @defaultValue that of `privateKey` */
  readonly publicKey?: SealKey | readonly SealKey[] | undefined
}

/** What to seal, and with which key if any. */
export type SealPersonasOptions = UnsignedSealOptions | SignedSealOptions

/** What a seal did: plain data, fit for an audit row. */
export interface SealRecord {
  readonly generation: number
  /** SHA-256 of the lock that this one replaced (RFC 8785 form, signature included), null for the first. */
  readonly prev: string | null
  /** What this seal added, sorted by handle. */
  readonly sealed: readonly ({ readonly handle: string } & SealedHashes)[]
  readonly signed: boolean
  readonly actor: string | null
}

/**
 * Adds persona files to the directory's lock, and signs it. What is sealed is immutable: the lock so far is checked against
 * its signature and its files before anything is added. The lock is replaced in one step, when the files it names are
 * there already; with nothing to add, and nothing to sign anew, it is left alone.
 *
 * @throws TypeError when an option has a wrong type or name, or a key is not an Ed25519 key, or there is a public one
 *   without a private one; RangeError when the directory is an empty string.
 * @throws PersonaError `ERR_PERSONA_UNKNOWN` when `handles` names a persona without a file.
 * @throws PersonaError `ERR_PERSONA_INIT` when files have faults; a sealed one that changed is among them as `ERR_PERSONA_TAMPERED`.
 * @throws PersonaError `ERR_PERSONA_LOCK_SIGNATURE` when the lock is signed and no private key is given, or none of the
 *   keys signed it.
 * @throws PersonaError `ERR_PERSONA_LOCK_BUSY` when another seal is under way.
 * @throws PersonaError `ERR_PERSONA_SCHEMA` (`invalid_lock`) or `ERR_PERSONA_READ_FAILED` when lock or directory cannot be read.
 */
export async function sealPersonas(
  directory: string,
  options: SealPersonasOptions = {},
): Promise<SealRecord> {
  assertOptions(options, ['handles', 'privateKey', 'publicKey', 'actor'])
  const { handles, privateKey, publicKey, actor = null } = options
  if (handles !== undefined && !(Array.isArray(handles) && handles.every((name) => typeof name === 'string')))
    throw new TypeError('"handles" expected an array of string, got another value')
  if (actor !== null && typeof actor !== 'string')
    throw new TypeError(`"actor" expected string, got ${typeof actor}`)
  const location = locatePersonas(directory)
  const signer = privateKey === undefined ? undefined : readPrivateKey(privateKey)
  const own = signer === undefined ? null : [createPublicKey(signer)]
  if (publicKey !== undefined && own === null)
    throw new TypeError('"publicKey" expected with "privateKey" only')
  const trusted = publicKey === undefined ? own : readPublicKeys(publicKey)
  // Before anything is created there: a path that leads nowhere is told as such.
  listPersonaFiles(location)
  return holdLock(location, async (write) => {
    const before = readTrustedLock(location, signer !== undefined, trusted)
    const added = readAdded(location, before?.personas ?? new Map(), handles)
    const isDone = before !== undefined && added.length === 0 && (own === null || isSignedBy(before, own))
    const lock = isDone ? before : extendLock(before, added, signer)
    if (!isDone) await write(lock)
    const { generation, prev } = lock
    const sealed = added.map(([handle, hashes]) => ({ handle, ...hashes }))
    return { generation, prev, sealed, signed: lock.signature !== undefined, actor }
  })
}

/** Whoever signs vouches for all of the lock, so a lock that was forged must not be signed anew. */
function readTrustedLock(
  location: PersonaLocation,
  isSigner: boolean,
  trusted: readonly KeyObject[] | null,
): Lock | undefined {
  let lock: Lock
  try {
    lock = readLock(location).lock
  } catch (error) {
    if (PersonaError.isInstance(error) && error.code === 'ERR_PERSONA_LOCK_MISSING') return undefined
    throw error
  }
  // Without a key this would strip the signature: no key is trusted then.
  requireSignature(location, lock, isSigner || lock.signature === undefined ? trusted : [])
  return lock
}

/** Returns what the seal adds, sorted by handle; all faults, of what is sealed already too, in one error. */
function readAdded(
  location: PersonaLocation,
  sealed: ReadonlyMap<string, SealedHashes>,
  wanted: readonly string[] | undefined,
): (readonly [string, SealedHashes])[] {
  const faults: PersonaError[] = []
  for (const [handle, hashes] of sealed)
    collectFault(faults, () => readSealedPersona(location, handle, hashes))
  const added = chooseHandles(location, wanted)
    .filter((handle) => !sealed.has(handle))
    .flatMap((handle) => {
      const reading = readPersonaFile(location, fileNameOf(handle))
      if (reading.status === 'gone') throw unknownPersona(handle, [])
      if (reading.status === 'fault') {
        faults.push(...reading.faults)
        return []
      }
      const { persona } = reading.parsed
      return [[handle, { bodySha256: persona.sourceHash, sealSha256: personaHash(persona) }] as const]
    })
  if (faults.length > 0) throw initError(location.label, faults)
  return added
}

function chooseHandles(location: PersonaLocation, wanted: readonly string[] | undefined): readonly string[] {
  const present = listPersonaFiles(location).map(handleOf)
  const known = new Set(present)
  const missing = wanted?.find((handle) => !known.has(handle))
  if (missing !== undefined) throw unknownPersona(missing, present)
  return wanted === undefined ? present : [...new Set(wanted)].sort()
}

function extendLock(
  before: Lock | undefined,
  added: readonly (readonly [string, SealedHashes])[],
  signer: KeyObject | undefined,
): Lock {
  const lock = {
    generation: (before?.generation ?? 0) + 1,
    prev: before === undefined ? null : lockHash(before),
    personas: new Map([...(before?.personas ?? []), ...added]),
    signature: undefined,
  }
  return signer === undefined ? lock : signLock(lock, signer)
}
