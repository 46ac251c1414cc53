import { setTimeout } from 'node:timers/promises'
import type { AnyGatewayError } from '../contract/errors.ts'
import { asGatewayError } from '../contract/failure.ts'
import { readCompletion } from '../protocol/read-completion.ts'
import type { Target } from './model-directory.ts'
import { nextStepAfter, retryDelayMs } from './retry-delay.ts'
import { collectBody, failureOf, type UpstreamAnswer } from './upstream-answer.ts'
import { UpstreamCall } from './upstream-call.ts'

export interface UpstreamQuestion {
  /** In order of preference; at least one. */
  readonly targets: readonly Target[]
  readonly bodyFor: (target: Target) => Buffer
  /** Headers of this request, flat, beside the upstream's own. */
  readonly headers: readonly string[]
  readonly maxResponseBytes: number
  /** Whether the caller asked for a stream; an upstream may answer with a whole completion all the same. */
  readonly stream: boolean
  /** Where the answer goes; once it is opened, nothing is tried again. */
  readonly reply: { readonly opened: boolean }
  /**
   * Told how every call ended, together with what became of its answer, before the next one begins. The time is that to the
   * answer, of a stream to its first piece.
   */
  readonly onCallEnd: (target: Target, error: AnyGatewayError | undefined, durationMs: number) => void
}

/** The running calls of one request. */
export class UpstreamCalls {
  readonly #question: UpstreamQuestion
  #stopped: AnyGatewayError | undefined
  #waiting: AbortController | undefined
  #call: UpstreamCall | undefined
  /** Calls made so far. */
  attempts = 0
  /** Where the last one went. */
  lastAsked: Target | undefined

  constructor(question: UpstreamQuestion) {
    this.#question = question
  }

  /** Ends the running call and every wait; `answer` then fails for this reason. */
  abort(reason: AnyGatewayError): void {
    this.#stopped = reason
    this.#waiting?.abort()
    this.#call?.fail(reason)
  }

  /**
   * Hands answers to `relay` until one is usable, and returns what `relay` makes of it. An answer that fails there before
   * anything has gone to the caller counts as a failed call like any other.
   *
   * @throws the last call's failure.
   */
  async answer<T>(relay: (answer: UpstreamAnswer) => Promise<T>): Promise<T> {
    const { targets, reply, onCallEnd } = this.#question
    const startedAt = performance.now()
    let last: AnyGatewayError | undefined
    for (const target of targets) {
      const deadline = startedAt + target.pool.timeouts.totalMs
      for (let attempt = 1; attempt <= target.pool.retries.attempts; attempt += 1) {
        if (this.#stopped !== undefined) throw this.#stopped
        const calledAt = performance.now()
        let answeredAt: number | undefined
        this.attempts += 1
        this.lastAsked = target
        try {
          const answer = await this.#open(target, deadline)
          answeredAt = performance.now()
          const relayed = await relay(answer)
          onCallEnd(target, undefined, answeredAt - calledAt)
          return relayed
        } catch (error) {
          last = asGatewayError(error)
          onCallEnd(target, last, (answeredAt ?? performance.now()) - calledAt)
        }
        const step = reply.opened ? 'stop' : nextStepAfter(last)
        if (step === 'stop') throw last
        if (step === 'next-upstream' || attempt === target.pool.retries.attempts) break
        if (!(await this.#wait(last, attempt, target, deadline))) break
      }
    }
    throw last ?? asGatewayError(undefined)
  }

  /** Returns false when the wait would be too long to be worth it. */
  async #wait(error: AnyGatewayError, attempt: number, target: Target, deadline: number): Promise<boolean> {
    const asked = 'retryAfterSeconds' in error.detail ? error.detail.retryAfterSeconds : undefined
    const delayMs = retryDelayMs(attempt, asked, target.pool.retries)
    if (delayMs === undefined || performance.now() + delayMs >= deadline) return false
    this.#waiting = new AbortController()
    await setTimeout(delayMs, undefined, { signal: this.#waiting.signal }).catch(() => {})
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
    if (head.status !== 200) throw await failureOf(call, head, pool)
    if (this.#question.stream && /^text\/event-stream/i.test(head.contentType)) {
      await call.firstChunk()
      return { kind: 'stream', target, call }
    }
    const completion = readCompletion(await collectBody(call, pool.name, maxResponseBytes), pool.name)
    return { kind: 'json', target, completion }
  }
}
