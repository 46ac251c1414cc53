import type { CompletionFacts } from './completion-facts.ts'
import type { AnyGatewayError } from './errors.ts'
import type { Exchange } from './exchange.ts'
import { openAiBody } from './failure-answer.ts'
import { asGatewayError } from './failure-table.ts'
import { StreamRewriter, type StreamRewriterOptions } from './stream-rewriter.ts'
import type { UpstreamCall } from './upstream-call.ts'

export interface StreamRelay extends StreamRewriterOptions {
  readonly call: UpstreamCall
  /** Resolves when every row about a refused call is on disk. */
  readonly refusalsRecorded: (() => Promise<void>) | undefined
  /** Response headers, made when the first byte goes out. */
  readonly headers: () => readonly string[]
}

/**
 * Answers with a stream and returns what a row tells of it once all has been sent. A failure before the first byte leaves
 * the answer unopened; one in mid-stream sends an error event and breaks the connection, without `[DONE]`.
 *
 * @throws the failure, either way.
 */
export function relayStream(exchange: Exchange, relay: StreamRelay): Promise<CompletionFacts> {
  const { call, headers, refusalsRecorded } = relay
  const { reply } = exchange
  const rewriter = new StreamRewriter(relay)
  return new Promise((resolve, reject) => {
    let over = false
    const send = (text: string): boolean => {
      if (text === '') return true
      if (!reply.opened) {
        reply.open(200, ['Content-Type', 'text/event-stream', 'Cache-Control', 'no-cache', ...headers()])
      }
      return reply.write(text)
    }
    const complete = (): void => {
      over = true
      reply.end()
      resolve(refusalsRecorded?.().then(() => rewriter.facts) ?? rewriter.facts)
    }
    const fail = (error: AnyGatewayError): void => {
      if (over) return
      over = true
      call.fail(error)
      if (reply.opened) reply.cut(`data: ${JSON.stringify(openAiBody(error))}\n\n`)
      reject(error)
    }
    call.listen({
      onChunk(chunk) {
        if (over) return true
        try {
          const ready = send(rewriter.push(chunk))
          if (rewriter.done) complete()
          else if (!ready) reply.onDrained(() => call.resume())
          return ready || over
        } catch (error) {
          fail(asGatewayError(error))
          return true
        }
      },
      onEnd() {
        if (over) return
        try {
          send(rewriter.end())
          complete()
        } catch (error) {
          fail(asGatewayError(error))
        }
      },
      onError: fail,
    })
  })
}
