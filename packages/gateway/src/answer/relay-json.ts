import { failure } from '../contract/failure.ts'
import type { Exchange } from '../http/exchange.ts'
import { CompletionFacts } from '../protocol/completion-facts.ts'
import type { JsonObject } from '../protocol/json-object.ts'
import type { AnswerRelay } from './answer-relay.ts'
import { withBadge, withoutBadge } from './badge.ts'
import { guardCompletion } from './tool-guard.ts'

export interface JsonRelay extends AnswerRelay {
  readonly completion: JsonObject
}

/**
 * Answers with a whole completion, guarded and badged. Returns what a row tells of it.
 *
 * @throws `ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE` for one in which a call could stand unseen, or that is nested too deeply to be written.
 */
export async function relayJson(exchange: Exchange, relay: JsonRelay): Promise<CompletionFacts> {
  const { completion, upstream, form, badgeField, watch, headers } = relay
  const guarded = watch === undefined ? completion : guardCompletion(completion, watch.policy, upstream)
  await watch?.recorded()
  const facts = new CompletionFacts()
  facts.take(guarded)
  let body: string
  try {
    body = withBadge(JSON.stringify(withoutBadge(guarded, badgeField)), form.badgeJson)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw failure('ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE', { upstream })
  }
  exchange.reply.send(200, ['Content-Type', 'application/json', ...headers()], body)
  return facts
}
