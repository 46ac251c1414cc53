import { MAX_CHOICES } from './completion-facts.ts'
import { excessOf } from './json-excess.ts'
import { isObject, type JsonObject, textOf, tryParseJson } from './json-object.ts'

/** Most values in a completion: as many as 9,000 tokens with the probabilities of 20 others each have. */
const MAX_VALUES = 2_000_000

/** Returns the chat completion that a body holds, or undefined when it holds none, nests too deeply or has too many values. */
export function readCompletion(body: Buffer): JsonObject | undefined {
  if (excessOf(body, MAX_VALUES) !== undefined) return undefined
  const completion = tryParseJson(textOf(body))
  if (!isObject(completion)) return undefined
  const { choices } = completion
  return Array.isArray(choices) && choices.length <= MAX_CHOICES ? completion : undefined
}
