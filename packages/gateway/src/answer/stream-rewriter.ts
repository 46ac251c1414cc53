import { asGatewayError, failure } from '../contract/failure.ts'
import { CompletionFacts, finishesChoice, tellsError } from '../protocol/completion-facts.ts'
import { ANSWER_LIMITS, excessOf } from '../protocol/json-excess.ts'
import { isObject, type JsonObject, tryParseJson } from '../protocol/json-object.ts'
import { SseParser } from '../protocol/sse-parser.ts'
import type { AnswerRelay } from './answer-relay.ts'
import { withBadge, withoutBadge } from './badge.ts'
import { StreamToolGuard } from './stream-tool-guard.ts'

export interface StreamRewriterOptions extends AnswerRelay {
  /** Longest event, and most that may be held back, in UTF-16 code units. */
  readonly maxLength: number
}

/** The longest single event of a stream, in UTF-16 code units. */
const MAX_EVENT_LENGTH = 1024 * 1024

/** Names, and `type`s, of events that only keep a connection alive; readers of the protocol know comments alone. */
const KEEP_ALIVES: ReadonlySet<unknown> = new Set(['ping', 'keepalive'])

/**
 * Turns an upstream's stream into ours: the badge on the first chunk and on each that ends a choice, tool calls guarded
 * when the conversation is tainted, everything else event by event as it came.
 */
export class StreamRewriter {
  readonly facts: CompletionFacts = new CompletionFacts()
  /** True when the upstream said `[DONE]`. */
  done = false
  readonly #options: StreamRewriterOptions
  readonly #parser: SseParser
  readonly #guard: StreamToolGuard | undefined
  #out = ''
  #first = true

  constructor(options: StreamRewriterOptions) {
    this.#options = options
    const { watch, upstream, maxLength } = options
    const maxEventLength = Math.min(maxLength, MAX_EVENT_LENGTH)
    this.#guard = watch && new StreamToolGuard(watch.policy, upstream, maxLength)
    this.#parser = new SseParser(
      {
        onData: (data, name) => this.#event(data, name),
        onComment: () => this.#keepAlive(),
        onTooLong: () => {
          const detail = { upstream, maxLength: maxEventLength }
          throw failure('ERR_GATEWAY_UPSTREAM_RESPONSE_TOO_LARGE', detail)
        },
      },
      maxEventLength,
    )
  }

  /** Returns what is ready to be sent on, and forgets it; what came before a failure is, too. */
  take(): string {
    const out = this.#out
    this.#out = ''
    return out
  }

  /**
   * Reads a piece of the upstream's stream.
   *
   * @throws `ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE` for what is no chat completion chunk, `ERR_GATEWAY_UPSTREAM_ERROR`
   * for an error event, `ERR_GATEWAY_UPSTREAM_RESPONSE_TOO_LARGE`.
   */
  push(chunk: Buffer): void {
    this.#parser.push(chunk)
  }

  /**
   * Closes a stream whose upstream ended without `[DONE]`.
   *
   * @throws `ERR_GATEWAY_UPSTREAM_STREAM_CUT` when a choice had not ended or half an event is left; else as `push`.
   */
  end(): void {
    if (this.done) return
    try {
      this.#parser.end()
    } catch (error) {
      throw asGatewayError(error).code === 'ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE' ? this.#cut() : error
    }
    if (this.done) return
    if (!this.facts.isWhole || this.#guard?.holding) throw this.#cut()
    this.#finish()
  }

  #event(data: string, name: string): void {
    if (this.done) return
    if (name === 'error') throw this.#told()
    if (KEEP_ALIVES.has(name)) {
      this.#keepAlive()
      return
    }
    if (data.startsWith('[DONE]')) {
      // An answer without a chunk has no place for the badge.
      if (this.#first || this.#guard?.holding) throw this.#invalid()
      this.#finish()
      return
    }
    const parsed = excessOf(data, ANSWER_LIMITS) === undefined ? tryParseJson(data) : undefined
    if (!isObject(parsed)) throw this.#invalid()
    if (tellsError(parsed)) throw this.#told()
    // Some servers leave out the choices of a chunk that only tells usage.
    if (!Array.isArray(parsed['choices']) && !isObject(parsed['usage'])) {
      if (!KEEP_ALIVES.has(parsed['type'])) throw this.#invalid()
      this.#keepAlive()
      return
    }
    const chunk = withoutBadge(parsed, this.#options.badgeField)
    try {
      if (this.#guard === undefined) {
        this.#emit(chunk, chunk === parsed && !data.includes('\n') ? data : undefined)
        return
      }
      for (const guarded of this.#guard.guard(chunk)) {
        if (typeof guarded === 'string') this.#send(guarded)
        else this.#emit(guarded)
      }
    } catch (error) {
      throw error instanceof RangeError ? this.#invalid() : error
    }
  }

  /** Sends a chunk; `raw` is its text where nothing has judged or changed it. */
  #emit(chunk: JsonObject, raw?: string): void {
    if (!this.facts.take(chunk)) throw this.#invalid()
    const badged = this.#first || finishesChoice(chunk)
    this.#send(badged || raw === undefined ? JSON.stringify(chunk) : raw, badged)
  }

  #send(json: string, badged: boolean = this.#first): void {
    const text = badged ? withBadge(json, this.#options.form.badgeJson) : json
    this.#first = false
    this.#out += `data: ${text}\n\n`
  }

  #keepAlive(): void {
    this.#out += ':\n\n'
  }

  #finish(): void {
    this.done = true
    this.#out += 'data: [DONE]\n\n'
  }

  #cut(): Error {
    return failure('ERR_GATEWAY_UPSTREAM_STREAM_CUT', { upstream: this.#options.upstream })
  }

  #told(): Error {
    return failure('ERR_GATEWAY_UPSTREAM_ERROR', { upstream: this.#options.upstream, status: 200 })
  }

  #invalid(): Error {
    return failure('ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE', { upstream: this.#options.upstream })
  }
}
