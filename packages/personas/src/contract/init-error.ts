import { type AnyPersonaError, PersonaError } from './errors.ts'
import { quotePath } from './quote.ts'

/** Faults that the message lists; `detail.faults` has all of them. */
const MAX_LISTED = 50

/** Returns the one error for all faults of a directory, which its message names by `label`. */
export function initError(label: string, faults: readonly PersonaError[]): PersonaError<'ERR_PERSONA_INIT'> {
  const listed = faults.slice(0, MAX_LISTED).map(({ message }) => `\n- ${message}`)
  const rest = faults.length > MAX_LISTED ? `\n- and ${faults.length - MAX_LISTED} more` : ''
  const count = `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`
  return new PersonaError(
    'ERR_PERSONA_INIT',
    `${quotePath(label)}: found ${count}:${listed.join('')}${rest}`,
    {
      // A PersonaError is one of its codes; the union is the same class seen by code.
      faults: faults as readonly AnyPersonaError[],
    },
  )
}
