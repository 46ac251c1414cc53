import { nestsTooDeeply } from './json-nesting.ts'
import { isObject, type JsonObject, textOf, tryParseJson } from './json-object.ts'

/** Returns the chat completion that a body holds, or undefined when it holds none. */
export function readCompletion(body: Buffer): JsonObject | undefined {
  if (nestsTooDeeply(body)) return undefined
  const completion = tryParseJson(textOf(body))
  return isObject(completion) && Array.isArray(completion['choices']) ? completion : undefined
}
