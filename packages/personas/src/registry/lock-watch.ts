import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { PersonaError } from '../contract/errors.ts'
import { isUnmoved } from '../files/fingerprint.ts'
import type { PersonaLocation } from '../files/persona-location.ts'
import {
  LOCK_NAME,
  type Lock,
  lockHash,
  type ReadLock,
  readLock,
  requireSignature,
} from '../seal/lock-file.ts'

/** `trusted`: what the lock says holds. `tampered`: it is not the one we trust, nor a successor. */
type LockState = 'trusted' | 'tampered'

export interface LockWatch {
  /** The last lock that was trusted. */
  current(): Lock
  /**
   * Looks at the lock on disk again, if its fingerprint moved, and adopts a successor.
   *
   * @throws PersonaError `ERR_PERSONA_READ_FAILED` when the system refuses to read it.
   */
  check(): LockState
}

/** Opens the lock. `keys` null means unsigned. @throws PersonaError as `readLock` does, or `ERR_PERSONA_LOCK_SIGNATURE`. */
export function openLock(location: PersonaLocation, keys: readonly KeyObject[] | null): LockWatch {
  const path = join(location.directory, LOCK_NAME)
  const opened = readLock(location)
  requireSignature(location, opened.lock, keys)
  let current = opened.lock
  let currentHash = lockHash(current)
  let state: LockState = 'trusted'
  /** Of the reading that `state` is about; undefined when there was none to judge by. Its bytes are not kept. */
  let seen: Pick<ReadLock, 'fingerprint' | 'settled'> | undefined

  function note({ fingerprint, settled }: ReadLock): void {
    seen = { fingerprint, settled }
  }
  note(opened.reading)

  function judge(): LockState {
    const { lock, reading } = readLock(location)
    const hash = lockHash(lock)
    if (hash !== currentHash) requireSignature(location, lock, keys)
    note(reading)
    if (hash === currentHash) return 'trusted'
    if (!isSuccessor(current, currentHash, lock)) return 'tampered'
    current = lock
    currentHash = hash
    return 'trusted'
  }

  return {
    current: () => current,
    check: () => {
      if (seen?.settled && isUnmoved(path, seen.fingerprint)) return state
      seen = undefined
      try {
        state = judge()
      } catch (error) {
        if (!(error instanceof PersonaError)) throw error
        state = 'tampered'
        if (error.code === 'ERR_PERSONA_READ_FAILED') throw error
      }
      return state
    },
  }
}

/** A lock only ever grows: nothing in it is lost or changed, and its generation goes up. */
function isSuccessor(current: Lock, currentHash: string, next: Lock): boolean {
  if (next.generation <= current.generation) return false
  if (next.generation === current.generation + 1 && next.prev !== currentHash) return false
  return [...current.personas].every(([handle, { bodySha256, sealSha256 }]) => {
    const entry = next.personas.get(handle)
    return entry?.bodySha256 === bodySha256 && entry.sealSha256 === sealSha256
  })
}
