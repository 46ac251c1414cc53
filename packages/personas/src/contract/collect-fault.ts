import { PersonaError } from './errors.ts'

/** Returns what `read` returns. A `PersonaError` that it throws goes into `faults`, and undefined comes back. */
export function collectFault<T>(faults: PersonaError[], read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof PersonaError)) throw error
    faults.push(error)
    return undefined
  }
}
