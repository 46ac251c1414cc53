import type { PersonaListener } from '../contract/events.ts'
import { initError } from '../contract/init-error.ts'
import type { Persona } from '../contract/persona.ts'
import type { PersonaRegistry } from '../contract/persona-registry.ts'
import { notInitialised, readFailed, tamperedPersona, unknownPersona } from '../contract/refusals.ts'
import { isPersonaFile, listPersonaFiles } from '../files/persona-files.ts'
import { isDirectory, type PersonaLocation } from '../files/persona-location.ts'
import { sha256Hex } from '../files/sha256.ts'
import type { ParsedSource } from '../parse/parse-source.ts'
import { exposeCachedBytes } from './cached-bytes.ts'
import { createDebounce, type Debounce } from './debounce.ts'
import { type DirectoryChanges, DirectoryMemory, startChanges } from './directory-memory.ts'
import { eachInTurns } from './each-in-turns.ts'
import { type DirectoryWatch, watchDirectory } from './watch-directory.ts'

/** Quiet time after which changes are taken in, and the longest time they wait for it. */
const DEBOUNCE = { trailingMs: 250, ceilingMs: 400 } as const

/** Opens a registry that follows its directory. */
export async function openLiveRegistry(
  location: PersonaLocation,
  emit: PersonaListener,
): Promise<PersonaRegistry> {
  const registry = new LiveRegistry(location, emit)
  await registry.open()
  return registry
}

class LiveRegistry implements PersonaRegistry {
  readonly integrity = 'live'
  readonly #location: PersonaLocation
  readonly #emit: PersonaListener
  readonly #debounce: Debounce
  /** Replaced, never changed: a load sees the map before a flush or the one after it. */
  #entries: ReadonlyMap<string, ParsedSource> = new Map()
  #handles: readonly string[] = []
  readonly #memory: DirectoryMemory
  /** Names to look at in the next flush; undefined among them stands for all. */
  #dirty = new Set<string | undefined>()
  #flushing: Promise<void> = Promise.resolve()
  #watch: DirectoryWatch | undefined
  #closed = false

  constructor(location: PersonaLocation, emit: PersonaListener) {
    this.#location = location
    this.#emit = emit
    this.#memory = new DirectoryMemory(location, (name) => this.#note(name))
    this.#debounce = createDebounce(() => this.#schedule(), DEBOUNCE)
    exposeCachedBytes(this, (handle) => this.#entries.get(handle)?.bodyBytes)
  }

  async open(): Promise<void> {
    // One that cannot be read is refused, not polled.
    listPersonaFiles(this.#location)
    // Watched before it is listed and read, so that nothing falls between.
    this.#watch = watchDirectory(this.#location.directory, {
      onChange: (name) => this.#note(name),
      onPolling: (code) => this.#emit({ type: 'persona_watch_polling', code }),
    })
    const changes = startChanges(this.#entries)
    // A flush of what changes meanwhile waits, or it would be undone by the older map.
    const reading = this.#readAll(changes)
    this.#flushing = reading.then(
      () => this.#swap(changes),
      () => {},
    )
    try {
      await reading
      const faults = changes.faults.flatMap(({ errors }) => errors)
      if (faults.length > 0) throw initError(this.#location.label, faults)
    } catch (error) {
      await this.close()
      throw error
    }
    await this.#flushing
    const registrySize = changes.entries.size
    this.#emit({ type: 'registry_opened', integrity: 'live', registrySize, generation: null })
  }

  async #readAll(changes: DirectoryChanges): Promise<void> {
    await eachInTurns(listPersonaFiles(this.#location), (name) => this.#memory.take(name, changes))
  }

  load(handle: string): Persona {
    if (typeof handle !== 'string') throw new TypeError(`"handle" expected string, got ${typeof handle}`)
    if (this.#closed) throw notInitialised('the registry is closed')
    const entry = this.#entries.get(handle)
    if (entry === undefined) {
      this.#emit({ type: 'persona_load', outcome: 'unknown' })
      throw unknownPersona(handle, this.#handles)
    }
    const { persona, bodyBytes } = entry
    const actualHash = sha256Hex(bodyBytes)
    if (actualHash !== persona.sourceHash) {
      const error = tamperedPersona(handle, persona.sourceHash, actualHash, 'its bytes changed in memory')
      this.#emit({ type: 'persona_tampered', severity: 'sev-1', ...error.detail })
      throw error
    }
    this.#emit({ type: 'persona_load', outcome: 'hit', handle })
    return persona
  }

  handles(): readonly string[] {
    return this.#handles
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#watch?.close()
    this.#debounce.cancel()
    await this.#flushing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  #note(name: string | undefined): void {
    if (this.#closed) return
    // Links may lead through any other name, as those of a mounted config map do through `..data`: look at all of them.
    this.#dirty.add(name !== undefined && isPersonaFile(name) ? name : undefined)
    this.#debounce.trigger()
  }

  /** One flush after the other; a flush never rejects. */
  #schedule(): void {
    const dirty = this.#dirty
    this.#dirty = new Set()
    this.#flushing = this.#flushing.then(() => this.#flush(dirty)).catch(() => this.#tellFailed())
  }

  async #flush(dirty: ReadonlySet<string | undefined>): Promise<void> {
    if (this.#closed) return
    if (!isDirectory(this.#location.directory)) {
      // It is being replaced, which says nothing about the personas: look at all of it when it is back.
      this.#dirty.add(undefined)
      return
    }
    const changes = startChanges(this.#entries)
    await eachInTurns(this.#memory.filesOf(dirty, changes), (name) => {
      if (!this.#closed) this.#memory.take(name, changes)
    })
    const { changed, removed, faults, parsed } = changes
    if (this.#closed || parsed + removed.length + faults.length === 0) return
    if (changed.length + removed.length > 0) this.#swap(changes)
    this.#tell(changes)
  }

  /** A fault of ours and not of a file: what was read before keeps loading. */
  #tellFailed(): void {
    const { path, label } = this.#location
    const error = readFailed(path, 'what changed could not be taken in', label)
    this.#tell({ ...startChanges(this.#entries), faults: [{ path, errors: [error] }] })
  }

  #swap({ entries }: DirectoryChanges): void {
    this.#entries = entries
    this.#handles = Object.freeze([...entries.keys()].sort())
  }

  #tell({ entries, changed, removed, faults }: DirectoryChanges): void {
    const registrySize = entries.size
    for (const { persona } of changed) {
      const sourceHash = persona.sourceHash.slice(0, 16)
      this.#emit({ type: 'persona_reloaded', handle: persona.handle, sourceHash, registrySize })
    }
    for (const handle of removed) this.#emit({ type: 'persona_removed', handle, registrySize })
    for (const { path, errors } of faults) {
      const { code, message } = errors[0]
      this.#emit({ type: 'persona_reload_failed', severity: 'warn', path, code, message })
    }
    this.#emit({
      type: 'persona_reload',
      outcome: outcomeOf(faults.flatMap(({ errors }) => errors.map(({ code }) => code))),
      registrySize,
    })
  }
}

/** The worst of a flush: it counts as one. */
function outcomeOf(codes: readonly string[]): 'success' | 'parse_error' | 'filename_mismatch' {
  if (codes.length === 0) return 'success'
  return codes.every((code) => code === 'ERR_PERSONA_FILENAME_MISMATCH') ? 'filename_mismatch' : 'parse_error'
}
