import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { collectFault } from '../contract/collect-fault.ts'
import { PersonaError } from '../contract/errors.ts'
import type { PersonaListener } from '../contract/events.ts'
import { initError } from '../contract/init-error.ts'
import type { Persona } from '../contract/persona.ts'
import type { PersonaRegistry } from '../contract/persona-registry.ts'
import { notInitialised, tamperedPersona, unknownPersona } from '../contract/refusals.ts'
import { isUnmoved } from '../files/fingerprint.ts'
import { fileNameOf, handleOf, listPersonaFiles } from '../files/persona-files.ts'
import type { PersonaLocation } from '../files/persona-location.ts'
import { sha256Hex } from '../files/sha256.ts'
import type { SealedHashes } from '../seal/lock-file.ts'
import { readSealedPersona, type SealedReading } from '../seal/read-sealed-persona.ts'
import { exposeCachedBytes } from './cached-bytes.ts'
import { eachInTurns } from './each-in-turns.ts'
import { type LockWatch, openLock } from './lock-watch.ts'

interface SealedEntry {
  readonly handle: string
  readonly path: string
  readonly sealed: SealedHashes
  /** What was last read and found to be what was sealed. */
  kept?: SealedReading
}

/** Opens a registry that serves what the lock names, as long as it is what the lock says. */
export async function openSealedRegistry(
  location: PersonaLocation,
  keys: readonly KeyObject[] | null,
  emit: PersonaListener,
): Promise<PersonaRegistry> {
  // What is wrong with a path that leads nowhere is not the lock.
  listPersonaFiles(location)
  const registry = new SealedRegistry(location, openLock(location, keys), emit)
  await registry.open()
  return registry
}

class SealedRegistry implements PersonaRegistry {
  readonly integrity = 'sealed'
  readonly #location: PersonaLocation
  readonly #lock: LockWatch
  readonly #emit: PersonaListener
  #entries: ReadonlyMap<string, SealedEntry> = new Map()
  #handles: readonly string[] = []
  #generation = 0
  #closed = false

  constructor(location: PersonaLocation, lock: LockWatch, emit: PersonaListener) {
    this.#location = location
    this.#lock = lock
    this.#emit = emit
    this.#takeEntries()
    exposeCachedBytes(this, (handle) => this.#entries.get(handle)?.kept?.bodyBytes)
  }

  async open(): Promise<void> {
    const faults: PersonaError[] = []
    await eachInTurns([...this.#entries.values()], (entry) => {
      collectFault(faults, () => this.#read(entry))
    })
    if (faults.length > 0) throw initError(this.#location.label, faults)
    for (const name of listPersonaFiles(this.#location)) {
      if (this.#entries.has(handleOf(name))) continue
      this.#emit({ type: 'persona_unsealed_ignored', path: this.#location.pathOf(name) })
    }
    this.#emit({
      type: 'registry_opened',
      integrity: 'sealed',
      registrySize: this.#entries.size,
      generation: this.#generation,
    })
  }

  load(handle: string): Persona {
    if (typeof handle !== 'string') throw new TypeError(`"handle" expected string, got ${typeof handle}`)
    if (this.#closed) throw notInitialised('the registry is closed')
    try {
      const lockState = this.#adopt()
      const entry = this.#entries.get(handle)
      if (entry === undefined) throw unknownPersona(handle, this.#handles)
      if (lockState === 'tampered') {
        throw tamperedPersona(
          handle,
          entry.sealed.bodySha256,
          null,
          'its lock is gone, forged or older than it was',
        )
      }
      return this.#verify(entry)
    } catch (error) {
      this.#tell(handle, error)
      throw error
    }
  }

  handles(): readonly string[] {
    try {
      if (!this.#closed) this.#adopt()
    } catch (error) {
      // Handles stay known while the lock cannot be read; each load says so.
      if (!(error instanceof PersonaError)) throw error
    }
    return this.#handles
  }

  async close(): Promise<void> {
    this.#closed = true
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  /** Takes in what a successor of the lock added. The files are read when they are first asked for. */
  #adopt(): 'trusted' | 'tampered' {
    const state = this.#lock.check()
    if (this.#lock.current().generation === this.#generation) return state
    const before = this.#entries
    this.#takeEntries()
    const registrySize = this.#entries.size
    for (const { handle, sealed } of this.#entries.values()) {
      if (before.has(handle)) continue
      const sourceHash = sealed.bodySha256.slice(0, 16)
      this.#emit({ type: 'persona_reloaded', handle, sourceHash, registrySize })
    }
    this.#emit({ type: 'persona_reload', outcome: 'success', registrySize })
    return state
  }

  #takeEntries(): void {
    const { generation, personas } = this.#lock.current()
    const entries = [...personas].map(([handle, sealed]): [string, SealedEntry] => {
      const path = join(this.#location.directory, fileNameOf(handle))
      return [handle, this.#entries.get(handle) ?? { handle, path, sealed }]
    })
    this.#generation = generation
    this.#entries = new Map(entries)
    this.#handles = Object.freeze([...this.#entries.keys()].sort())
  }

  #verify(entry: SealedEntry): Persona {
    const { kept, handle, sealed } = entry
    if (kept === undefined || !kept.settled || !isUnmoved(entry.path, kept.fingerprint)) {
      const persona = this.#read(entry)
      this.#emit({ type: 'persona_load', outcome: kept === undefined ? 'miss' : 'hit', handle })
      return persona
    }
    const actualHash = sha256Hex(kept.bodyBytes)
    if (actualHash !== sealed.bodySha256) {
      throw tamperedPersona(handle, sealed.bodySha256, actualHash, 'its bytes changed in memory')
    }
    this.#emit({ type: 'persona_load', outcome: 'hit', handle })
    return kept.persona
  }

  /** Reads the file again: the same content gives the object that was served before. */
  #read(entry: SealedEntry): Persona {
    const reading = readSealedPersona(this.#location, entry.handle, entry.sealed)
    entry.kept = { ...reading, persona: entry.kept?.persona ?? reading.persona }
    return entry.kept.persona
  }

  #tell(handle: string, error: unknown): void {
    if (!PersonaError.isInstance(error)) return
    if (error.code === 'ERR_PERSONA_UNKNOWN') this.#emit({ type: 'persona_load', outcome: 'unknown' })
    if (error.code === 'ERR_PERSONA_TAMPERED') {
      this.#emit({ type: 'persona_tampered', severity: 'sev-1', ...error.detail })
    }
    if (error.code === 'ERR_PERSONA_READ_FAILED' && this.#entries.has(handle)) {
      this.#emit({ type: 'persona_read_failed', severity: 'sev-2', handle })
    }
  }
}
