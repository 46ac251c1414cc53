import { isObject, type JsonObject } from './json-object.ts'

/** Finish reasons of the protocol; whatever else an upstream says is `other`. */
const FINISH_REASONS = new Set(['stop', 'length', 'tool_calls', 'function_call', 'content_filter'])

/** As many choices as a request can ask for. */
export const MAX_CHOICES = 128

/** What a row and a span tell of an answer: numbers and words of a closed set. */
export class CompletionFacts {
  promptTokens: number | undefined
  completionTokens: number | undefined
  /** Why each choice ended, by its index; undefined until it has. */
  readonly #ends = new Map<unknown, string | undefined>()

  /**
   * Takes what one completion, or one chunk of a stream, says; later numbers replace earlier ones. Returns false when there
   * are more choices than a request can ask for.
   */
  take(completion: JsonObject): boolean {
    const usage = completion['usage']
    if (isObject(usage)) {
      this.promptTokens = countOf(usage['prompt_tokens']) ?? this.promptTokens
      this.completionTokens = countOf(usage['completion_tokens']) ?? this.completionTokens
    }
    for (const [position, choice] of choicesOf(completion).entries()) {
      const index = choice['index'] ?? position
      this.#ends.set(index, knownReason(finishReasonOf(choice)) ?? this.#ends.get(index))
      if (this.#ends.size > MAX_CHOICES) return false
    }
    return true
  }

  /** One for each choice that has ended. */
  get finishReasons(): readonly string[] {
    return [...this.#ends.values()].filter((reason) => reason !== undefined)
  }

  /** True when there was a choice, and each one has ended. */
  get isWhole(): boolean {
    return this.#ends.size > 0 && ![...this.#ends.values()].includes(undefined)
  }
}

/** Returns true for an answer, or an event of a stream, that tells of an error; an empty text tells of none. */
export function tellsError(answer: JsonObject): boolean {
  return Boolean(answer['error'])
}

/** Returns true when a choice of this chunk ends. */
export function finishesChoice(chunk: JsonObject): boolean {
  return choicesOf(chunk).some((choice) => finishReasonOf(choice) !== undefined)
}

/** Returns why a choice ends, or undefined when it goes on: for that some servers write an empty text in the place of null. */
export function finishReasonOf(choice: JsonObject): unknown {
  return choice['finish_reason'] || undefined
}

function knownReason(reason: unknown): string | undefined {
  if (reason === undefined) return undefined
  return typeof reason === 'string' && FINISH_REASONS.has(reason) ? reason : 'other'
}

function choicesOf(completion: JsonObject): readonly JsonObject[] {
  const choices = completion['choices']
  return Array.isArray(choices) ? choices.filter(isObject) : []
}

function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
}
