import type { AnyGatewayError } from '../contract/errors.ts'
import type { UpstreamRetries } from './upstream-options.ts'

/**
 * How far from the planned wait the real one may be, either way, and how far beyond one that the upstream asks for: callers
 * that failed together do not return together.
 */
const JITTER = 0.2

/** What to do after a failed call: call the same upstream again, go to the next one, or give up at once. */
export type NextStep = 'retry' | 'next-upstream' | 'stop'

/**
 * Returns what a failure allows. Only what a second try may mend is tried again; a timeout is not, because the upstream
 * may still be at work on it, but another upstream is asked.
 */
export function nextStepAfter(error: AnyGatewayError): NextStep {
  switch (error.code) {
    case 'ERR_GATEWAY_UPSTREAM_UNREACHABLE':
    case 'ERR_GATEWAY_UPSTREAM_ERROR':
    case 'ERR_GATEWAY_UPSTREAM_STREAM_CUT':
    case 'ERR_GATEWAY_UPSTREAM_RATE_LIMITED':
      return 'retry'
    case 'ERR_GATEWAY_UPSTREAM_TIMEOUT':
      return error.detail.phase === 'total' ? 'stop' : 'next-upstream'
    case 'ERR_GATEWAY_UPSTREAM_AUTH_FAILED':
    case 'ERR_GATEWAY_UPSTREAM_REDIRECT':
    case 'ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE':
      return 'next-upstream'
    default:
      return 'stop'
  }
}

/** Returns the wait before call number `attempt + 1`, in milliseconds, or undefined when the upstream asks for too long a one. */
export function retryDelayMs(
  attempt: number,
  retryAfterSeconds: number | undefined,
  retries: UpstreamRetries,
): number | undefined {
  const chance = JITTER * Math.random()
  const planned = retries.backoffMs * 2 ** (attempt - 1) * (1 - JITTER + 2 * chance)
  if (retryAfterSeconds === undefined) return planned
  const asked = retryAfterSeconds * 1000
  return asked > retries.maxRetryAfterMs ? undefined : Math.max(asked * (1 + chance), planned)
}

/** Returns the whole seconds, rounded up, that a `Retry-After` names as a number or as a date (RFC 9110 §10.2.3). */
export function readRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,15}(?:\.\d{1,9})?$/.test(value)) return Math.ceil(Number(value))
  // Only what begins with a day is a date (`Date.parse` makes one of `-5`), and every HTTP date is GMT, named or not.
  if (!/^[A-Z][a-z]+,? /.test(value)) return undefined
  const date = Date.parse(value.endsWith(' GMT') ? value : `${value} GMT`)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}
