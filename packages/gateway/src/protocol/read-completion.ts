import { failure } from '../contract/failure.ts'
import { MAX_CHOICES, tellsError } from './completion-facts.ts'
import { ANSWER_LIMITS, excessOf } from './json-excess.ts'
import { isObject, type JsonObject, textOf, tryParseJson } from './json-object.ts'

/**
 * Returns the chat completion that the body of an upstream's answer holds.
 *
 * @throws `ERR_GATEWAY_UPSTREAM_ERROR` when it tells of an error, `ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE` when it holds
 * anything else, or has too much of something.
 */
export function readCompletion(body: Buffer, upstream: string): JsonObject {
  const completion = excessOf(body, ANSWER_LIMITS) === undefined ? tryParseJson(textOf(body)) : undefined
  if (isObject(completion)) {
    if (tellsError(completion)) throw failure('ERR_GATEWAY_UPSTREAM_ERROR', { upstream, status: 200 })
    const { choices } = completion
    if (Array.isArray(choices) && choices.length <= MAX_CHOICES) return completion
  }
  throw failure('ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE', { upstream })
}
