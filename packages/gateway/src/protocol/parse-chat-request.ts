import { isUtf8 } from 'node:buffer'
import { failure } from '../contract/failure-table.ts'
import { holdsInfinity } from './infinite-numbers.ts'
import { excessOf } from './json-excess.ts'
import { isObject, type JsonObject, textOf, tryParseJson } from './json-object.ts'

/** A message as the caller sent it: any field, but an object with a role. */
export interface ChatMessage extends JsonObject {
  readonly role: string
}

/** Most values in a request: a million would hold up the process for seconds, and conversations are text for the most part. */
const MAX_VALUES = 100_000

/** A chat completion request whose load-bearing fields are of their form; everything else is as it came. */
export interface ChatRequest {
  readonly fields: JsonObject
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly stream: boolean
}

/**
 * Returns the parsed request. A key that occurs twice has its last value, here and upstream, since nothing of the raw
 * bytes goes further than this function.
 *
 * @throws `ERR_GATEWAY_INVALID_JSON`, `ERR_GATEWAY_INVALID_REQUEST`.
 */
export function parseChatRequest(body: Buffer): ChatRequest {
  const fields = parseJsonObject(body)
  const model = fields['model']
  const messages = fields['messages']
  const stream = fields['stream'] ?? false
  if (typeof model !== 'string' || model === '') throw invalid('model', 'a non-empty string')
  if (typeof stream !== 'boolean') throw invalid('stream', 'a boolean')
  if (!Array.isArray(messages) || messages.length === 0)
    throw invalid('messages', 'a list of at least one message')
  for (const [index, message] of messages.entries()) {
    if (!isObject(message)) throw invalid(`messages[${index}]`, 'an object')
    if (typeof message['role'] !== 'string') throw invalid(`messages[${index}].role`, 'a string')
  }
  return { fields, model, messages, stream }
}

/**
 * Returns the object that a body holds.
 *
 * @throws `ERR_GATEWAY_INVALID_JSON` for anything else, `ERR_GATEWAY_INVALID_REQUEST` for one that nests too deeply, or
 * holds too many values or a number beyond IEEE doubles; what the parser says is dropped, since it quotes the body.
 */
export function parseJsonObject(body: Buffer): JsonObject {
  const excess = excessOf(body, MAX_VALUES)
  if (excess === 'nesting') throw invalid('body', 'less nesting')
  if (excess === 'values') throw invalid('body', `at most ${MAX_VALUES} values`)
  const value = isUtf8(body) ? tryParseJson(textOf(body)) : undefined
  if (!isObject(value)) throw failure('ERR_GATEWAY_INVALID_JSON', {})
  if (holdsInfinity(value)) throw invalid('body', 'numbers within IEEE doubles')
  return value
}

/** Returns the refusal of one field; `param` names it by its path (`messages[1].content[0].label`), never by a text of the caller. */
export function invalid(param: string, expected: string): Error {
  return failure('ERR_GATEWAY_INVALID_REQUEST', { param, expected })
}
