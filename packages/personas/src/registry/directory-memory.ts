import { join } from 'node:path'
import { PersonaError } from '../contract/errors.ts'
import { type Fingerprint, isUnmoved } from '../files/fingerprint.ts'
import { handleOf, listPersonaFiles, type PersonaReading, readPersonaFile } from '../files/persona-files.ts'
import type { PersonaLocation } from '../files/persona-location.ts'
import { sha256Hex } from '../files/sha256.ts'
import type { FileFaults, ParsedSource } from '../parse/parse-source.ts'
import { personaHash } from '../parse/persona-hash.ts'

/** What a look at the directory found out. Nothing of it is seen by a load until it is swapped in whole. */
export interface DirectoryChanges {
  readonly entries: Map<string, ParsedSource>
  readonly changed: ParsedSource[]
  readonly removed: string[]
  /** All that is wrong with a file, or with the directory itself. */
  readonly faults: { readonly path: string; readonly errors: FileFaults }[]
  parsed: number
}

export function startChanges(entries: ReadonlyMap<string, ParsedSource>): DirectoryChanges {
  return { entries: new Map(entries), changed: [], removed: [], faults: [], parsed: 0 }
}

interface SeenFile {
  /** None while a change could hide from it, or when nothing was read. */
  readonly fingerprint: Fingerprint | undefined
  /** Hash of the bytes, or why there are none. */
  readonly content: string
}

/** Remembers every persona file as last read, good or bad, and so knows what has changed. */
export class DirectoryMemory {
  readonly #location: PersonaLocation
  readonly #lookAgain: (name: string) => void
  readonly #seen = new Map<string, SeenFile>()
  /** Files that were gone at the last look. Editors delete and create anew, so they are gone when they are gone twice. */
  readonly #missing = new Set<string>()

  constructor(location: PersonaLocation, lookAgain: (name: string) => void) {
    this.#location = location
    this.#lookAgain = lookAgain
  }

  /** The files to look at, sorted: those of `names`, and all there are and were when `undefined` is among them. */
  filesOf(names: ReadonlySet<string | undefined>, { faults }: DirectoryChanges): string[] {
    const files = new Set(names)
    if (files.delete(undefined)) {
      try {
        for (const name of [...listPersonaFiles(this.#location), ...this.#seen.keys()]) files.add(name)
      } catch (error) {
        if (!(error instanceof PersonaError)) throw error
        faults.push({ path: this.#location.path, errors: [error] })
      }
    }
    return [...files].filter((name) => name !== undefined).sort()
  }

  /** Looks at one file and notes in `changes` what became of it. */
  take(name: string, changes: DirectoryChanges): void {
    const known = this.#seen.get(name)
    if (
      known?.fingerprint !== undefined &&
      isUnmoved(join(this.#location.directory, name), known.fingerprint)
    ) {
      this.#missing.delete(name)
      return
    }
    const reading = readPersonaFile(this.#location, name)
    if (reading.status === 'gone') {
      this.#takeAway(name, changes)
      return
    }
    this.#missing.delete(name)
    const seen = seenFile(reading)
    this.#seen.set(name, seen)
    if (seen.content === known?.content) return
    changes.parsed += 1
    if (reading.status === 'fault') {
      changes.faults.push({ path: this.#location.pathOf(name), errors: reading.faults })
      return
    }
    const { parsed } = reading
    const before = changes.entries.get(parsed.persona.handle)
    if (before !== undefined && personaHash(before.persona) === personaHash(parsed.persona)) return
    changes.entries.set(parsed.persona.handle, parsed)
    changes.changed.push(parsed)
  }

  #takeAway(name: string, { entries, removed }: DirectoryChanges): void {
    if (!this.#seen.has(name)) return
    if (!this.#missing.has(name)) {
      this.#missing.add(name)
      this.#lookAgain(name)
      return
    }
    this.#missing.delete(name)
    this.#seen.delete(name)
    if (entries.delete(handleOf(name))) removed.push(handleOf(name))
  }
}

function seenFile(reading: Exclude<PersonaReading, { status: 'gone' }>): SeenFile {
  const file = reading.status === 'fault' ? reading.file : reading
  if (file.status !== 'read') return { fingerprint: undefined, content: file.status }
  return { fingerprint: file.settled ? file.fingerprint : undefined, content: sha256Hex(file.bytes) }
}
