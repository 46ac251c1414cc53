/// <reference types="node" preserve="true" />
import { assertOptions } from './contract/assert-options.ts'
import type { PersonaListener } from './contract/events.ts'
import type { PersonaRegistry } from './contract/persona-registry.ts'
import { locatePersonas } from './files/persona-location.ts'
import { guardListener } from './registry/guard-listener.ts'
import { openLiveRegistry } from './registry/live-registry.ts'
import { openSealedRegistry } from './registry/sealed-registry.ts'
import { readPublicKeys, type SealKey } from './seal/seal-keys.ts'

export type { PersonaEvent, PersonaListener } from './contract/events.ts'
export type { PersonaRegistry } from './contract/persona-registry.ts'
export type { SealKey } from './seal/seal-keys.ts'

interface CommonOptions {
  /** Directory that `sourcePath` and the paths of errors and events are relative to. @defaultValue the persona directory */
  readonly root?: string | undefined
  /** Receives what the registry tells, synchronously. */
  readonly onEvent?: PersonaListener | undefined
}

/** Edits on disk are adopted. */
interface LiveOptions extends CommonOptions {
  readonly integrity: 'live'
  readonly publicKey?: undefined
  readonly unsigned?: false | undefined
}

/** Edits on disk are refused, and the lock must be signed. */
interface SignedOptions extends CommonOptions {
  readonly integrity: 'sealed'
  /** Ed25519 public keys, any of which may have signed the lock. More than one while keys are rotated. */
  readonly publicKey: SealKey | readonly SealKey[]
  readonly unsigned?: false | undefined
}

/** Edits on disk are refused, with a lock that nobody vouches for. */
interface UnsignedOptions extends CommonOptions {
  readonly integrity: 'sealed'
  readonly publicKey?: undefined
  /** Takes the lock without a signature. Against accidents, not against whoever can write to the directory. */
  readonly unsigned: true
}

/** How to open a registry. There is no default mode, and a sealed one takes a key or does without by name. */
export type OpenRegistryOptions = LiveOptions | SignedOptions | UnsignedOptions

/**
 * Opens the personas of a flat directory: every `.md` file in it that begins with neither `.` nor `#`. Resolves when all
 * of them are read and verified. Local file systems only.
 *
 * @throws TypeError when an option is missing, of the wrong type, or of the other mode.
 * @throws RangeError when the directory is an empty string, or not below `root`.
 * @throws PersonaError `ERR_PERSONA_READ_FAILED` when the directory or the lock cannot be read.
 * @throws PersonaError `ERR_PERSONA_INIT` when files have faults: all of them, each with its own code.
 * @throws PersonaError `ERR_PERSONA_LOCK_MISSING` when sealed without a lock.
 * @throws PersonaError `ERR_PERSONA_LOCK_SIGNATURE` when none of the keys signed the lock.
 * @throws PersonaError `ERR_PERSONA_SCHEMA` (`invalid_lock`) when the lock is malformed.
 */
export async function openRegistry(
  directory: string,
  options: OpenRegistryOptions,
): Promise<PersonaRegistry> {
  assertOptions(options, ['integrity', 'root', 'publicKey', 'unsigned', 'onEvent'])
  const { integrity, root, publicKey, unsigned = false, onEvent } = options
  const location = locatePersonas(directory, root)
  const emit = guardListener(onEvent)
  if (integrity === 'live') {
    if (publicKey !== undefined || unsigned) {
      throw new TypeError('"publicKey" and "unsigned" expected with integrity "sealed" only')
    }
    return openLiveRegistry(location, emit)
  }
  if (integrity !== 'sealed')
    throw new TypeError(`"integrity" expected "live" or "sealed", got ${typeof integrity}`)
  if ((publicKey === undefined) !== unsigned) {
    throw new TypeError('"publicKey" expected, or "unsigned": true spelled out; one of the two')
  }
  return openSealedRegistry(location, publicKey === undefined ? null : readPublicKeys(publicKey), emit)
}
