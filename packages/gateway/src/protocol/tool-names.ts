import { isObject, type JsonObject } from './json-object.ts'

/** The form a tool's name must have to be told to anyone: that of the Model Context Protocol, revision 2025-11-25. */
const TELLABLE = /^[A-Za-z0-9._-]{1,128}$/

/** Stands for the name of a call that has none. No list of allowed tools has it, since none has an empty entry. */
export const UNNAMED = ''

/**
 * Returns the names of the tools that a message calls: functions, custom tools and the older `function_call`. A call that
 * is of none of these forms counts as unnamed, so that it is refused.
 */
export function calledTools(message: JsonObject): string[] {
  const calls = message['tool_calls'] ?? []
  const functionCall = message['function_call'] ?? undefined
  const names = Array.isArray(calls) ? calls.flatMap(nameOrUnnamed) : [UNNAMED]
  return functionCall === undefined ? names : [...names, ...nameOrUnnamed({ function: functionCall })]
}

/** Returns the names that one call, or one piece of a streamed call, carries: none in a piece that continues a call. */
export function namesIn(call: unknown): string[] {
  if (!isObject(call)) return [UNNAMED]
  const names = [call['function'], call['custom']].map((tool) => (isObject(tool) ? (tool['name'] ?? '') : ''))
  // A reader may turn a name that is a number or an object into a text, and call that tool.
  return names.filter((name) => name !== '').map((name) => (typeof name === 'string' ? name : UNNAMED))
}

/** Returns a name that may stand in an answer, a row or a log line. */
export function tellableName(name: string): string {
  return TELLABLE.test(name) ? name : '(unnamed)'
}

function nameOrUnnamed(call: unknown): string[] {
  const names = namesIn(call)
  return names.length === 0 ? [UNNAMED] : names
}
