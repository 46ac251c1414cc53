import type { RunListener } from '../contract/run-event.ts'

/**
 * Returns a function that hands events to `listener` until `signal` aborts: then the run is over for who listens.
 *
 * A listener that throws, or answers a promise that rejects, changes nothing.
 */
export function guardListener(
  listener: RunListener | undefined,
  signal: AbortSignal | undefined,
): RunListener {
  if (listener === undefined) return () => {}
  return (event) => {
    if (signal?.aborted) return
    // The executor runs at once and turns a throw into a rejection, so one handler serves both.
    void new Promise((resolve) => resolve(listener(event))).catch(() => {})
  }
}
