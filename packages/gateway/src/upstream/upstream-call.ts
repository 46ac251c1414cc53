import type { Dispatcher } from 'undici'
import type { AnyGatewayError } from '../contract/errors.ts'
import { failure } from '../contract/failure.ts'
import { unreachableReason } from './unreachable-reason.ts'
import type { UpstreamPool } from './upstream-pool.ts'
import { Watchdog } from './watchdog.ts'

/** Receives the body of an upstream's answer. */
export interface BodyListener {
  /** Returns false to have the upstream wait until `resume()`. */
  onChunk(chunk: Buffer): boolean
  onEnd(): void
  onError(error: AnyGatewayError): void
}

export interface UpstreamHead {
  readonly status: number
  readonly contentType: string
  readonly retryAfter: string | undefined
}

/** How long an upstream may go on when all that counts is there; one that ends in time keeps its connection. */
const FINISH_MS = 1_000

/** undici's own errors that only an answer, not a connection, can cause. The name of its parser's, which lacks a code. */
const PROTOCOL_ERRORS = new Set([
  'HTTPParserError',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_HEADERS_OVERFLOW',
])

/**
 * One call to an upstream: hands over the head as a promise, then the body to a listener. It ends by itself when one of
 * the time limits passes.
 */
export class UpstreamCall implements Dispatcher.DispatchHandler {
  readonly head: Promise<UpstreamHead>
  readonly #pool: UpstreamPool
  readonly #watchdog: Watchdog
  #resolveHead: (head: UpstreamHead) => void = () => {}
  #rejectHead: (error: AnyGatewayError) => void = () => {}
  #controller: Dispatcher.DispatchController | undefined
  #listener: BodyListener | undefined
  #waiting: Buffer[] = []
  #ended = false
  #failure: AnyGatewayError | undefined
  #hasHead = false
  #onFirstChunk: (() => void) | undefined

  constructor(pool: UpstreamPool, totalDeadline: number) {
    this.#pool = pool
    // Until a connection is free and stands, the pool's own connect limit and the total one are in force.
    const { headersMs, firstChunkMs, betweenChunksMs } = pool.timeouts
    const shortestMs = Math.min(headersMs, firstChunkMs, betweenChunksMs)
    this.#watchdog = new Watchdog(totalDeadline, shortestMs, (phase) => {
      this.fail(failure('ERR_GATEWAY_UPSTREAM_TIMEOUT', { upstream: pool.name, phase }))
    })
    this.head = new Promise((resolve, reject) => {
      this.#resolveHead = resolve
      this.#rejectHead = reject
    })
  }

  /** Resolves when the first piece of the body is there, which then waits for `listen`; rejects when none comes. */
  firstChunk(): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        if (this.#failure !== undefined) reject(this.#failure)
        else if (this.#waiting.length > 0) resolve()
        else reject(failure('ERR_GATEWAY_UPSTREAM_STREAM_CUT', { upstream: this.#pool.name }))
      }
      if (this.#waiting.length > 0 || this.#ended || this.#failure !== undefined) settle()
      else this.#onFirstChunk = settle
    })
  }

  /** Hands over the body, what has come of it so far first. */
  listen(listener: BodyListener): void {
    this.#listener = listener
    const waiting = this.#waiting
    this.#waiting = []
    for (const chunk of waiting) if (!listener.onChunk(chunk)) this.#pause()
    if (this.#failure !== undefined) listener.onError(this.#failure)
    else if (this.#ended) listener.onEnd()
  }

  resume(): void {
    if (this.#ended || this.#failure !== undefined) return
    this.#watchdog.enter('between-chunks', this.#pool.timeouts.betweenChunksMs)
    this.#controller?.resume()
  }

  /** While the caller is the slow one, the upstream is not to blame: only the total limit stays in force. */
  #pause(): void {
    this.#watchdog.leave()
    this.#controller?.pause()
  }

  /** Tells that nothing more is wanted: the call has a second to end by itself. */
  finish(): void {
    if (!this.#ended && this.#failure === undefined) this.#watchdog.finishWithin(FINISH_MS)
  }

  /** Asks the upstream, as soon as a connection is free. */
  send(headers: readonly string[], body: Buffer): void {
    const { calls, path, headers: own } = this.#pool
    calls.send({ path, method: 'POST', headers: [...own, ...headers], body }, this)
  }

  /** Ends the call for a reason of ours; the connection to the upstream is closed. */
  fail(error: AnyGatewayError): void {
    if (this.#ended || this.#failure !== undefined) return
    this.#failure = error
    this.#watchdog.stop()
    if (this.#controller === undefined) this.#pool.calls.withdraw(this)
    else this.#controller.abort(error)
    if (!this.#hasHead) this.#rejectHead(error)
    this.#onFirstChunk?.()
    this.#listener?.onError(error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#failure !== undefined) controller.abort(this.#failure)
    else this.#watchdog.enter('headers', this.#pool.timeouts.headersMs)
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: HeaderMap): void {
    if (status < 200) return
    this.#hasHead = true
    this.#watchdog.enter('first-chunk', this.#pool.timeouts.firstChunkMs)
    this.#resolveHead({
      status,
      contentType: textOf(headers['content-type']) ?? '',
      retryAfter: textOf(headers['retry-after']),
    })
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#watchdog.enter('between-chunks', this.#pool.timeouts.betweenChunksMs)
    if (this.#listener !== undefined) {
      if (!this.#listener.onChunk(chunk)) this.#pause()
      return
    }
    this.#waiting.push(chunk)
    this.#onFirstChunk?.()
  }

  onResponseEnd(): void {
    this.#pool.calls.release()
    this.#ended = true
    this.#watchdog.stop()
    this.#onFirstChunk?.()
    this.#listener?.onEnd()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#pool.calls.release()
    this.fail(this.#translate(error))
  }

  #translate(error: Error): AnyGatewayError {
    const upstream = this.#pool.name
    const code = String((error as { code?: unknown }).code)
    if (code === 'UND_ERR_CONNECT_TIMEOUT') {
      return failure('ERR_GATEWAY_UPSTREAM_TIMEOUT', { upstream, phase: 'connect' })
    }
    if (PROTOCOL_ERRORS.has(error.name) || PROTOCOL_ERRORS.has(code)) {
      return failure('ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE', { upstream })
    }
    return this.#hasHead
      ? failure('ERR_GATEWAY_UPSTREAM_STREAM_CUT', { upstream })
      : failure('ERR_GATEWAY_UPSTREAM_UNREACHABLE', { upstream, reason: unreachableReason(code) })
  }
}

type HeaderMap = Readonly<Record<string, string | string[] | undefined>>

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
