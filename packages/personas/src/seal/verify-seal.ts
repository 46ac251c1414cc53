import { assertOptions } from '../contract/assert-options.ts'
import { collectFault } from '../contract/collect-fault.ts'
import type { AnyPersonaError, PersonaError } from '../contract/errors.ts'
import { handleOf, listPersonaFiles } from '../files/persona-files.ts'
import { locatePersonas } from '../files/persona-location.ts'
import { readLock, requireSignature } from './lock-file.ts'
import { readSealedPersona } from './read-sealed-persona.ts'
import { readPublicKeys, type SealKey } from './seal-keys.ts'

export interface VerifySealOptions {
  /** Keys of which one must have signed the lock. @defaultValue the signature is not checked */
  readonly publicKey?: SealKey | readonly SealKey[] | undefined
}

/** What a check of a sealed directory found. `faults` holds all that is wrong. */
export type SealVerification =
  | {
      readonly status: 'ok'
      readonly generation: number
      /** Sealed handles, sorted by code unit. */
      readonly handles: readonly string[]
      /** Persona files that the lock does not name, as handles. They are not served. */
      readonly unsealed: readonly string[]
      /** `unchecked`: there is one, and no key was given. */
      readonly signature: 'valid' | 'unchecked' | 'absent'
    }
  | {
      readonly status: 'broken'
      readonly faults: readonly AnyPersonaError[]
      /** Handles whose files are still what the lock says, sorted by code unit; whether the lock is sound, `faults` tells. */
      readonly handles: readonly string[]
    }

/**
 * Returns whether the directory is what its lock says: the signature, and the content of every sealed file. All that is
 * wrong is in the answer.
 *
 * @throws TypeError when a key is not an Ed25519 public key; RangeError when the directory is an empty string.
 */
export async function verifySeal(
  directory: string,
  options: VerifySealOptions = {},
): Promise<SealVerification> {
  assertOptions(options, ['publicKey'])
  const { publicKey } = options
  const location = locatePersonas(directory)
  const keys = publicKey === undefined ? null : readPublicKeys(publicKey)
  const faults: PersonaError[] = []
  const collect = <T>(read: () => T): T | undefined => collectFault(faults, read)
  const present = collect(() => listPersonaFiles(location).map(handleOf))
  const lock = present && collect(() => readLock(location).lock)
  if (lock !== undefined) collect(() => requireSignature(location, lock, keys))
  const handles = [...(lock?.personas ?? [])]
    .filter(([handle, hashes]) => collect(() => readSealedPersona(location, handle, hashes)) !== undefined)
    .map(([handle]) => handle)
    .sort()
  if (present === undefined || lock === undefined || faults.length > 0) {
    return { status: 'broken', faults: faults as readonly AnyPersonaError[], handles }
  }
  return {
    status: 'ok',
    generation: lock.generation,
    handles,
    unsealed: present.filter((handle) => !lock.personas.has(handle)),
    signature: keys !== null ? 'valid' : lock.signature === undefined ? 'absent' : 'unchecked',
  }
}
