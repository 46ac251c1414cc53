import type { PersonaErrorCode } from './errors.ts'

/**
 * What a registry tells while it runs; a listener that throws changes nothing. A `handle` is always one that is
 * registered, so it may become a metric label; paths are relative to `root`.
 */
export type PersonaEvent =
  /** The registry is open. `generation` is the lock's, null when live. */
  | {
      readonly type: 'registry_opened'
      readonly integrity: 'live' | 'sealed'
      readonly registrySize: number
      readonly generation: number | null
    }
  /** A load was answered: `hit` by the object served before, `miss` by one read just now. */
  | { readonly type: 'persona_load'; readonly outcome: 'hit' | 'miss'; readonly handle: string }
  /** A load named no registered persona; the name is left out because anybody can make one up. */
  | { readonly type: 'persona_load'; readonly outcome: 'unknown' }
  /** A load was refused, once per call: what is there is not what was sealed or parsed. The hashes are those of `ERR_PERSONA_TAMPERED`. */
  | {
      readonly type: 'persona_tampered'
      readonly severity: 'sev-1'
      readonly handle: string
      readonly expectedHash: string
      readonly actualHash: string | null
    }
  /** A load was refused because the file or the lock could not be read (say EACCES or EIO). */
  | { readonly type: 'persona_read_failed'; readonly severity: 'sev-2'; readonly handle: string }
  /** A persona is new or changed. `sourceHash` is cut to 16 hex characters. */
  | {
      readonly type: 'persona_reloaded'
      readonly handle: string
      readonly sourceHash: string
      readonly registrySize: number
    }
  /** A persona's file is gone for good (live only). */
  | { readonly type: 'persona_removed'; readonly handle: string; readonly registrySize: number }
  /** A file could not be taken (live only); the last good copy of its persona, if any, keeps serving. */
  | {
      readonly type: 'persona_reload_failed'
      readonly severity: 'warn'
      readonly path: string
      readonly code: PersonaErrorCode
      readonly message: string
    }
  /** One flush of changes is done: the worst outcome in it, and the size of the map that is served now. */
  | {
      readonly type: 'persona_reload'
      readonly outcome: 'success' | 'parse_error' | 'filename_mismatch'
      readonly registrySize: number
    }
  /** A persona file is not in the lock and is not served (sealed only), once per file. */
  | { readonly type: 'persona_unsealed_ignored'; readonly path: string }
  /** The directory cannot be watched, so it is polled (live only), once. `code` is the system's, e.g. `ENOSPC`. */
  | { readonly type: 'persona_watch_polling'; readonly code: string }

/** Receives {@link PersonaEvent}s, synchronously. */
export type PersonaListener = (event: PersonaEvent) => void
