import { invalid } from '../contract/failure.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { parseJsonObject } from './parse-json-object.ts'

/** A message as the caller sent it: any field, but an object with a role. */
export interface ChatMessage extends JsonObject {
  readonly role: string
}

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
