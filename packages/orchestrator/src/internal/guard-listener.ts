import type { RunListener } from '../run-event.ts'

/** Returns a function that hands events to `listener`; one that throws, or answers a rejecting promise, changes nothing. */
export function guardListener(listener: RunListener | undefined): RunListener {
  if (listener === undefined) return () => {}
  // The executor runs at once and turns a throw into a rejection, so one handler serves both.
  return (event) => void new Promise((resolve) => resolve(listener(event))).catch(() => {})
}
