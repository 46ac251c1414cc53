import { setTimeout } from 'node:timers/promises'
import type { AnyGatewayError } from '../contract/errors.ts'
import { asGatewayError, failure } from '../contract/failure-table.ts'
import type { JsonObject } from '../protocol/json-object.ts'
import { readCompletion } from '../protocol/read-completion.ts'
import { nextStepAfter, retryDelayMs } from './retry-delay.ts'
import { collectBody, failureOf } from './upstream-answer.ts'
import { UpstreamCall } from './upstream-call.ts'
import type { UpstreamPool } from './upstream-pool.ts'

/** An upstream to ask, and the model's name there. */
export interface Target {
  readonly pool: UpstreamPool
  readonly model: string
}

/** What came back: a whole answer, or a stream whose first piece is there. */
export type UpstreamAnswer =
  | { readonly kind: 'json'; readonly target: Target; readonly completion: JsonObject }
  | { readonly kind: 'stream'; readonly target: Target; readonly call: UpstreamCall }

export interface UpstreamQuestion {
  /** In order of preference; at least one. */
  readonly targets: readonly Target[]
  readonly bodyFor: (target: Target) => Buffer
  /** Headers of this request, flat, beside the upstream's own. */
  readonly headers: readonly string[]
  readonly maxResponseBytes: number
  /** Whether the caller asked for a stream; an upstream may answer with a whole completion all the same. */
  readonly stream: boolean
  /** Told of every call's outcome, before the next one begins. */
  readonly onAttempt: (target: Target, error: AnyGatewayError | undefined, durationMs: number) => void
}

/** Time and chance. */
export interface Platform {
  /** Unix time in milliseconds. */
  readonly now: () => number
  /** A number from 0 to below 1. */
  readonly random: () => number
  /** Resolves after a time, at once when the signal aborts; never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

const PLATFORM: Platform = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => {}),
}

/** The running calls of one request. */
export class UpstreamCalls {
  readonly #question: UpstreamQuestion
  readonly #platform: Platform
  #stopped: AnyGatewayError | undefined
  #waiting: AbortController | undefined
  #call: UpstreamCall | undefined
  /** Calls made so far. */
  attempts = 0

  constructor(question: UpstreamQuestion, platform: Platform = PLATFORM) {
    this.#question = question
    this.#platform = platform
  }

  /** Ends the running call and every wait; `answer`, or the stream it returned, then fails for this reason. */
  abort(reason: AnyGatewayError): void {
    this.#stopped = reason
    this.#waiting?.abort()
    this.#call?.fail(reason)
  }

  /**
   * Returns the first usable answer. Every call is over, or is the returned stream, when this settles.
   *
   * @throws the last call's failure.
   */
  async answer(): Promise<UpstreamAnswer> {
    const { targets, onAttempt } = this.#question
    const startedAt = performance.now()
    let last: AnyGatewayError | undefined
    for (const target of targets) {
      const deadline = startedAt + target.pool.timeouts.totalMs
      for (let attempt = 1; attempt <= target.pool.retries.attempts; attempt += 1) {
        if (this.#stopped !== undefined) throw this.#stopped
        const attemptedAt = performance.now()
        this.attempts += 1
        try {
          const answer = await this.#open(target, deadline)
          onAttempt(target, undefined, performance.now() - attemptedAt)
          return answer
        } catch (error) {
          last = asGatewayError(error)
          onAttempt(target, last, performance.now() - attemptedAt)
        }
        const step = nextStepAfter(last)
        if (step === 'stop') throw last
        if (step === 'next-upstream' || attempt === target.pool.retries.attempts) break
        if (!(await this.#wait(last, attempt, target, deadline))) break
      }
    }
    throw last ?? failure('ERR_GATEWAY_INTERNAL', {})
  }

  /** Returns false when the wait would be too long to be worth it. */
  async #wait(error: AnyGatewayError, attempt: number, target: Target, deadline: number): Promise<boolean> {
    const asked = 'retryAfterSeconds' in error.detail ? error.detail.retryAfterSeconds : undefined
    const delayMs = retryDelayMs(attempt, asked, target.pool.retries, this.#platform.random)
    if (delayMs === undefined || performance.now() + delayMs >= deadline) return false
    this.#waiting = new AbortController()
    await this.#platform.sleep(delayMs, this.#waiting.signal)
    return true
  }

  async #open(target: Target, deadline: number): Promise<UpstreamAnswer> {
    const { pool } = target
    const { headers, bodyFor, maxResponseBytes } = this.#question
    const body = bodyFor(target)
    // From here on a timer runs that only the call itself ends.
    const call = new UpstreamCall(pool, deadline)
    this.#call = call
    call.send(headers, body)
    const head = await call.head
    if (head.status !== 200) throw await failureOf(call, head, pool, this.#platform.now())
    if (this.#question.stream && /^text\/event-stream/i.test(head.contentType)) {
      await call.firstChunk()
      return { kind: 'stream', target, call }
    }
    const completion = readCompletion(await collectBody(call, pool.name, maxResponseBytes))
    if (completion === undefined)
      throw failure('ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE', { upstream: pool.name })
    return { kind: 'json', target, completion }
  }
}
