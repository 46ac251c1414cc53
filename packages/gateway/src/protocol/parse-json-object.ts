import { isUtf8 } from 'node:buffer'
import { failure, invalid } from '../contract/failure.ts'
import { holdsInfinity } from './infinite-numbers.ts'
import { excessOf } from './json-excess.ts'
import { isObject, type JsonObject, textOf, tryParseJson } from './json-object.ts'

/** Most values in a request: a million would hold up the process for seconds, and conversations are text for the most part. */
const MAX_VALUES = 100_000

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
