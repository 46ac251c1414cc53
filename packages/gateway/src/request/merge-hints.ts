import type { Persona } from '@cordon/personas'
import { invalid } from '../contract/failure.ts'
import { isObject, type JsonObject } from '../protocol/json-object.ts'

const HINTS = ['temperature', 'max_tokens', 'stop_sequences']

/** The fields of an upstream request that a persona may set. Undefined: the provider's default. */
export interface MergedHints {
  readonly temperature: unknown
  readonly max_tokens: unknown
  readonly stop: unknown
}

/**
 * Returns the generation settings: the caller's own fields, else its `llm_hints`, else the persona's. `0` and `[]`
 * count as given, `null` as not given; `stop` is replaced, never joined.
 *
 * @throws `ERR_GATEWAY_INVALID_REQUEST` when `llm_hints` is not an object, or has a name that is no hint: a slip would
 * switch a limit off in silence, since `llm_hints` never goes upstream.
 */
export function mergeHints(fields: JsonObject, persona: Persona['llmHints']): MergedHints {
  const given = fields['llm_hints'] ?? {}
  if (!isObject(given)) throw invalid('llm_hints', 'an object')
  if (!Object.keys(given).every((name) => HINTS.includes(name))) {
    throw invalid('llm_hints', `no other names than ${HINTS.join(', ')}`)
  }
  // A caller who limits completion tokens has limited the answer: a second limit from the persona would contradict.
  const limited =
    (fields['max_completion_tokens'] ?? undefined) !== undefined &&
    (fields['max_tokens'] ?? undefined) === undefined
  return {
    temperature: fields['temperature'] ?? given['temperature'] ?? persona.temperature,
    max_tokens: limited ? undefined : (fields['max_tokens'] ?? given['max_tokens'] ?? persona.maxTokens),
    stop: fields['stop'] ?? given['stop_sequences'] ?? personaStop(persona),
  }
}

function personaStop(persona: Persona['llmHints']): readonly string[] | undefined {
  return persona.stopSequences?.length ? persona.stopSequences : undefined
}
