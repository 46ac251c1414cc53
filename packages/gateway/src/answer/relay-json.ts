import { failure } from '../contract/failure.ts'
import { EVENT_STREAM_HEADERS } from '../http/event-stream-headers.ts'
import type { Exchange } from '../http/exchange.ts'
import { sharedTurn } from '../http/shared-turn.ts'
import { CompletionFacts } from '../protocol/completion-facts.ts'
import type { JsonObject } from '../protocol/json-object.ts'
import type { AnswerRelay } from './answer-relay.ts'
import { withBadge, withoutBadge } from './badge.ts'
import { guardCompletion } from './tool-guard.ts'
import { wholeChunk } from './whole-chunk.ts'

const answersRead = sharedTurn()

export interface JsonRelay extends AnswerRelay {
  readonly completion: JsonObject
  /** Whether the caller asked for a stream, and would not look at anything else. */
  readonly asStream: boolean
}

/**
 * Answers with a whole completion, guarded and badged, or a stream of one chunk with all of it. Returns what a row tells of it.
 *
 * @throws `ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE` for one in which a call could stand unseen, or that is nested too deeply to be written.
 */
export async function relayJson(exchange: Exchange, relay: JsonRelay): Promise<CompletionFacts> {
  const { completion, asStream, upstream, form, badgeField, watch, headers } = relay
  await answersRead()
  const guarded = watch === undefined ? completion : guardCompletion(completion, watch.policy, upstream)
  await watch?.recorded()
  const facts = new CompletionFacts()
  facts.take(guarded)
  let body: string
  try {
    const answer = withoutBadge(asStream ? wholeChunk(guarded) : guarded, badgeField)
    body = withBadge(JSON.stringify(answer), form.badgeJson)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw failure('ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE', { upstream })
  }
  if (asStream) {
    exchange.reply.send(200, [...EVENT_STREAM_HEADERS, ...headers()], `data: ${body}\n\ndata: [DONE]\n\n`)
  } else exchange.reply.send(200, ['Content-Type', 'application/json', ...headers()], body)
  return facts
}
