import { isObject, type JsonObject } from '../protocol/json-object.ts'

/** Returns a whole completion as the one chunk of a stream: for a caller that asked for a stream, and an upstream without. */
export function wholeChunk(completion: JsonObject): JsonObject {
  return {
    ...completion,
    object: 'chat.completion.chunk',
    choices: mapObjects(completion['choices'], ({ message, ...choice }, index) => ({
      ...choice,
      index,
      delta: isObject(message) ? asDelta(message) : {},
    })),
  }
}

/** Readers put streamed calls together by their index; in whole ones there is none, or one that nobody looks at. */
function asDelta(message: JsonObject): JsonObject {
  const { tool_calls: calls } = message
  return Array.isArray(calls)
    ? { ...message, tool_calls: mapObjects(calls, (call, index) => ({ ...call, index })) }
    : message
}

function mapObjects(list: unknown, map: (object: JsonObject, index: number) => JsonObject): unknown[] {
  return Array.isArray(list) ? list.map((one: unknown, at) => (isObject(one) ? map(one, at) : one)) : []
}
