import { failure } from '../contract/failure.ts'
import { fieldsOf } from '../options/assert-known.ts'
import { assertPositiveInt32s } from '../options/positive-int32.ts'

export interface TenantLimits {
  /** Requests a minute on average: a bucket of so many, all of which may be spent at once, that refills evenly. @defaultValue no limit */
  readonly requestsPerMinute?: number
  /** Requests that may be open at once. @defaultValue no limit */
  readonly concurrentRequests?: number
}

export interface Limiter {
  /**
   * Counts a request in; the returned function counts it out.
   *
   * @throws `ERR_GATEWAY_RATE_LIMITED` with the seconds until another may begin.
   */
  enter(): () => void
}

const LIMITS = fieldsOf<TenantLimits>({ requestsPerMinute: true, concurrentRequests: true })

/**
 * Returns the limiter of one tenant; `option` is what errors call its limits.
 *
 * @throws RangeError for a limit that is not an integer 1..2,147,483,647, TypeError for one that does not exist.
 */
export function createLimiter(limits: TenantLimits, option: string): Limiter {
  assertPositiveInt32s(limits, LIMITS, option)
  const { requestsPerMinute = Number.POSITIVE_INFINITY, concurrentRequests = Number.POSITIVE_INFINITY } =
    limits
  let tokens = requestsPerMinute
  let refilledAt = performance.now()
  let open = 0
  return {
    enter() {
      if (open >= concurrentRequests) throw failure('ERR_GATEWAY_RATE_LIMITED', { retryAfterSeconds: 1 })
      if (requestsPerMinute !== Number.POSITIVE_INFINITY) {
        const perMs = requestsPerMinute / 60_000
        const now = performance.now()
        tokens = Math.min(requestsPerMinute, tokens + (now - refilledAt) * perMs)
        refilledAt = now
        if (tokens < 1) {
          const retryAfterSeconds = Math.max(1, Math.ceil((1 - tokens) / perMs / 1000))
          throw failure('ERR_GATEWAY_RATE_LIMITED', { retryAfterSeconds })
        }
        tokens -= 1
      }
      open += 1
      let left = false
      return () => {
        if (!left) open -= 1
        left = true
      }
    },
  }
}
