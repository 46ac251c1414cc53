import type { PersonaListener } from '../contract/events.ts'

/** Returns a function that hands events to `listener`; one that throws, or answers a rejecting promise, changes nothing. */
export function guardListener(listener: PersonaListener | undefined): PersonaListener {
  if (listener === undefined) return () => {}
  if (typeof listener !== 'function')
    throw new TypeError(`"onEvent" expected function, got ${typeof listener}`)
  return (event) => {
    try {
      const answer: unknown = listener(event)
      if (answer !== undefined) Promise.resolve(answer).catch(() => {})
    } catch {
      // What a load returns must not hang on who listens.
    }
  }
}
