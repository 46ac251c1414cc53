import type { Persona } from './persona.ts'

/** The personas of one directory, kept in step with it. */
export interface PersonaRegistry {
  /** `live` adopts edits on disk, `sealed` refuses them. */
  readonly integrity: 'live' | 'sealed'
  /**
   * Returns the persona, verified on this very call; the same frozen object while nothing changed.
   *
   * @throws TypeError when `handle` is not a string.
   * @throws PersonaError `ERR_PERSONA_UNKNOWN` when no persona has this handle.
   * @throws PersonaError `ERR_PERSONA_TAMPERED` when file, lock or memory are not what was sealed or parsed, until they match again.
   * @throws PersonaError `ERR_PERSONA_READ_FAILED` when the system refuses to read the file or the lock (sealed only).
   * @throws PersonaError `ERR_PERSONA_NOT_INITIALISED` after `close`.
   */
  load(handle: string): Persona
  /** Returns the registered handles, sorted by code unit. */
  handles(): readonly string[]
  /** Stops watching. Resolves when no more event will come; `load` fails from the call on. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
