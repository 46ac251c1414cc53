import { PersonaError } from './errors.ts'
import { cutHandle, quotePath } from './quote.ts'

/** Handles that a message lists; `detail.available` has all of them. */
const MAX_LISTED = 10

/** Returns the error for a handle that no registered persona has. */
export function unknownPersona(
  handle: string,
  available: readonly string[],
): PersonaError<'ERR_PERSONA_UNKNOWN'> {
  const cut = cutHandle(handle)
  const listed = available.slice(0, MAX_LISTED).join(', ')
  const rest = available.length > MAX_LISTED ? ` and ${available.length - MAX_LISTED} more` : ''
  const known = available.length === 0 ? 'there is none' : `available: ${listed}${rest}`
  return new PersonaError('ERR_PERSONA_UNKNOWN', `no persona "${quotePath(cut)}"; ${known}`, {
    handle: cut,
    available,
  })
}

/** Returns the error for a persona that is not what was sealed or parsed. */
export function tamperedPersona(
  handle: string,
  expectedHash: string,
  actualHash: string | null,
  why: string,
): PersonaError<'ERR_PERSONA_TAMPERED'> {
  return new PersonaError('ERR_PERSONA_TAMPERED', `persona ${handle} is refused: ${why}`, {
    handle,
    expectedHash,
    actualHash,
  })
}

/** Returns the error for a registry that is not open. */
export function notInitialised(why: string): PersonaError<'ERR_PERSONA_NOT_INITIALISED'> {
  return new PersonaError('ERR_PERSONA_NOT_INITIALISED', why, {})
}

/** Returns `ERR_PERSONA_READ_FAILED` for a path, which the message names by `label`. */
export function readFailed(
  path: string,
  text: string,
  label: string = path,
): PersonaError<'ERR_PERSONA_READ_FAILED'> {
  return new PersonaError('ERR_PERSONA_READ_FAILED', `${quotePath(label)}: ${text}`, { path })
}
