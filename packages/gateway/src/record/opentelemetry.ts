import { createRequire } from 'node:module'

/** Where each copy of the API keeps what an SDK registered; the API's own key, the same in all of 1.x. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')
const require = createRequire(import.meta.url)

/** Returns the OpenTelemetry API when something in this process has registered with it; until then its fifty files stay unread. */
export function openTelemetry(): typeof import('@opentelemetry/api') | undefined {
  return REGISTERED in globalThis ? require('@opentelemetry/api') : undefined
}
