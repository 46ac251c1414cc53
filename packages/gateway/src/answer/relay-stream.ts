import type { AnyGatewayError } from '../contract/errors.ts'
import { asGatewayError } from '../contract/failure.ts'
import { EVENT_STREAM_HEADERS } from '../http/event-stream-headers.ts'
import type { Exchange, Reply } from '../http/exchange.ts'
import { openAiBody } from '../http/failure-answer.ts'
import type { CompletionFacts } from '../protocol/completion-facts.ts'
import type { BodyListener, UpstreamCall } from '../upstream/upstream-call.ts'
import { StreamRewriter, type StreamRewriterOptions } from './stream-rewriter.ts'

export interface StreamRelay extends StreamRewriterOptions {
  readonly call: UpstreamCall
}

/**
 * Answers with a stream and returns what a row tells of it once all has been sent. What shows a refused or reported call
 * goes out when its row is on disk. A failure before the first event leaves the answer unopened; one in mid-stream sends
 * what came whole before it, then an error event, and breaks the connection, without `[DONE]`.
 *
 * @throws the failure, either way.
 */
export function relayStream(exchange: Exchange, relay: StreamRelay): Promise<CompletionFacts> {
  return new Promise((resolve, reject) => {
    relay.call.listen(new Relay(exchange.reply, relay, resolve, reject))
  })
}

class Relay implements BodyListener {
  readonly #reply: Reply
  readonly #relay: StreamRelay
  readonly #rewriter: StreamRewriter
  readonly #resolve: (facts: CompletionFacts) => void
  readonly #reject: (error: AnyGatewayError) => void
  #rowsOnTheirWay = 0
  /** Why the answer ends, once what came before it has been sent. */
  #failure: AnyGatewayError | undefined
  #draining = false
  #over = false

  constructor(
    reply: Reply,
    relay: StreamRelay,
    resolve: (facts: CompletionFacts) => void,
    reject: (error: AnyGatewayError) => void,
  ) {
    this.#reply = reply
    this.#relay = relay
    this.#rewriter = new StreamRewriter(relay)
    this.#resolve = resolve
    this.#reject = reject
  }

  onChunk(chunk: Buffer): boolean {
    return this.#take(() => this.#rewriter.push(chunk))
  }

  onEnd(): void {
    this.#take(() => this.#rewriter.end())
  }

  onError(error: AnyGatewayError): void {
    if (this.#over || this.#failure !== undefined) return
    this.#failure = error
    this.#relay.call.fail(error)
    if (this.#rowsOnTheirWay === 0) this.#send()
  }

  /** Returns false to have the upstream wait. */
  #take(rewrite: () => void): boolean {
    if (this.#over || this.#failure !== undefined) return true
    try {
      try {
        rewrite()
      } finally {
        const rows = this.#relay.watch?.recorded()
        if (rows !== undefined) this.#sendAfter(rows)
      }
    } catch (error) {
      this.onError(asGatewayError(error))
      return true
    }
    return this.#rowsOnTheirWay === 0 && this.#send()
  }

  #sendAfter(rows: Promise<void>): void {
    this.#rowsOnTheirWay += 1
    rows
      .then(() => {
        this.#rowsOnTheirWay -= 1
        if (this.#rowsOnTheirWay === 0 && !this.#over && this.#send()) this.#relay.call.resume()
      })
      .catch((error: unknown) => this.#fail(asGatewayError(error)))
  }

  #send(): boolean {
    try {
      return this.#sendReady()
    } catch (unwritable) {
      this.#fail(asGatewayError(unwritable))
      return true
    }
  }

  #sendReady(): boolean {
    const text = this.#rewriter.take()
    let ready = true
    if (text !== '') {
      if (!this.#reply.opened) this.#open()
      ready = this.#reply.write(text)
    }
    if (this.#rewriter.done) {
      this.#over = true
      this.#relay.call.finish()
      this.#reply.end()
      this.#resolve(this.#rewriter.facts)
    } else if (this.#failure !== undefined) this.#fail(this.#failure)
    else if (!ready && !this.#draining) {
      this.#draining = true
      this.#reply.onDrained(() => {
        this.#draining = false
        this.#relay.call.resume()
      })
    }
    return ready || this.#over
  }

  #fail(error: AnyGatewayError): void {
    if (this.#over) return
    this.#over = true
    this.#relay.call.fail(error)
    if (this.#reply.opened) this.#reply.cut(`data: ${JSON.stringify(openAiBody(error))}\n\n`)
    this.#reject(error)
  }

  #open(): void {
    const headers = this.#relay.headers()
    this.#reply.open(200, [...EVENT_STREAM_HEADERS, ...headers])
  }
}
