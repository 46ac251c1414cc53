import { failure } from '../contract/failure-table.ts'
import type { PersonaForm } from '../contract/persona-form.ts'
import type { Exchange } from '../http/exchange.ts'
import { CompletionFacts } from '../protocol/completion-facts.ts'
import type { JsonObject } from '../protocol/json-object.ts'
import { withBadge } from './badge.ts'
import { guardCompletion, type ToolPolicy } from './tool-guard.ts'

export interface JsonRelay {
  readonly upstream: string
  readonly completion: JsonObject
  readonly form: PersonaForm
  readonly badgeField: string
  /** Given when the conversation is tainted. */
  readonly toolPolicy: ToolPolicy | undefined
  /** Resolves when every row about a refused or reported call is on disk. */
  readonly refusalsRecorded: (() => Promise<void> | undefined) | undefined
  /** Response headers, made when everything else is done. */
  readonly headers: () => readonly string[]
}

/**
 * Answers with a whole completion, guarded and badged. Returns what a row tells of it.
 *
 * @throws `ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE` for one in which a call could stand unseen, or that is nested too deeply to be written.
 */
export async function relayJson(exchange: Exchange, relay: JsonRelay): Promise<CompletionFacts> {
  const { completion, form, badgeField, toolPolicy, refusalsRecorded, headers } = relay
  const guarded =
    toolPolicy === undefined ? completion : guardCompletion(completion, toolPolicy, relay.upstream)
  await refusalsRecorded?.()
  const facts = new CompletionFacts()
  facts.take(guarded)
  let body: string
  try {
    body = withBadge(guarded, badgeField, form.badgeJson)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw failure('ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE', { upstream: relay.upstream })
  }
  exchange.reply.send(200, ['Content-Type', 'application/json', ...headers()], body)
  return facts
}
