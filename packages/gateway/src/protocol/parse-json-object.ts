import { isUtf8 } from 'node:buffer'
import { failure, invalid } from '../contract/failure.ts'
import { holdsInfinity } from './infinite-numbers.ts'
import { excessOf, REQUEST_LIMITS } from './json-excess.ts'
import { isObject, type JsonObject, textOf, tryParseJson } from './json-object.ts'

/**
 * Returns the object that a body holds.
 *
 * @throws `ERR_GATEWAY_INVALID_JSON` for anything else, `ERR_GATEWAY_INVALID_REQUEST` for one that has too much of
 * something, or holds a number beyond IEEE doubles; what the parser says is dropped, since it quotes the body.
 */
export function parseJsonObject(body: Buffer): JsonObject {
  const excess = excessOf(body, REQUEST_LIMITS)
  if (excess !== undefined) throw invalid('body', excess)
  const value = isUtf8(body) ? tryParseJson(textOf(body)) : undefined
  if (!isObject(value)) throw failure('ERR_GATEWAY_INVALID_JSON', {})
  if (holdsInfinity(value)) throw invalid('body', 'numbers within IEEE doubles')
  return value
}
