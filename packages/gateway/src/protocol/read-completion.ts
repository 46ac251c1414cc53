import { MAX_CHOICES } from './completion-facts.ts'
import { excessOf } from './json-excess.ts'
import { isObject, type JsonObject, textOf, tryParseJson } from './json-object.ts'

/** Returns the chat completion that a body holds, or undefined when it holds none. */
export function readCompletion(body: Buffer): JsonObject | undefined {
  if (excessOf(body) !== undefined) return undefined
  const completion = tryParseJson(textOf(body))
  if (!isObject(completion)) return undefined
  const { choices } = completion
  return Array.isArray(choices) && choices.length <= MAX_CHOICES ? completion : undefined
}
