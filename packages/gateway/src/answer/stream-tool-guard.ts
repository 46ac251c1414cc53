import { failure } from '../contract/failure.ts'
import { finishReasonOf, MAX_CHOICES } from '../protocol/completion-facts.ts'
import { isObject, type JsonObject } from '../protocol/json-object.ts'
import { namesIn, tellableName, UNNAMED } from '../protocol/tool-names.ts'
import { MAX_CALLS, refusalText, type ToolPolicy } from './tool-guard.ts'

/** A choice as a chunk may carry it to be judged: what it says is in `delta` and nowhere else. */
interface StreamChoice extends JsonObject {
  readonly index?: number | null
  readonly delta?: JsonObject | null
}

/** What is known of one choice of a streamed answer. */
interface ChoiceState {
  /** The JSON of pieces of tool calls that wait until every call of the choice has been judged. */
  held: string[]
  /** The name of each call by its place, undefined until a piece names it. */
  readonly names: Map<string, string | undefined>
  /** Calls so far; one that changes its name counts as a further one, since each name may be reported. */
  calls: number
  refused: boolean
}

/**
 * Judges the tool calls of a tainted stream. A call is judged by its name, at the piece that first carries it; its pieces
 * are held back until the choice ends, because a later call of the same choice may yet be refused, and then none of them
 * may have gone out. Text passes at once.
 */
export class StreamToolGuard {
  readonly #policy: ToolPolicy
  readonly #maxHeldLength: number
  readonly #upstream: string
  readonly #choices = new Map<number, ChoiceState>()
  #heldLength = 0

  constructor(policy: ToolPolicy, upstream: string, maxHeldLength: number) {
    this.#policy = policy
    this.#upstream = upstream
    this.#maxHeldLength = maxHeldLength
  }

  /**
   * Returns the chunks to send in the place of this one; those that had to wait as JSON.
   *
   * @throws `ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE` for a choice in which a call could stand unseen, and for too many,
   * `ERR_GATEWAY_UPSTREAM_RESPONSE_TOO_LARGE` when too much waits.
   */
  guard(chunk: JsonObject): (JsonObject | string)[] {
    const choices = chunk['choices'] ?? []
    if (!Array.isArray(choices) || !choices.every(isStreamChoice)) throw this.#invalid()
    if (choices.length === 0) return [chunk]
    const before: (JsonObject | string)[] = []
    const now: JsonObject[] = []
    for (const choice of choices) this.#choice(chunk, choice, before, now)
    const carriesUsage = (chunk['usage'] ?? undefined) !== undefined
    return now.length === 0 && !carriesUsage ? before : [...before, { ...chunk, choices: now }]
  }

  /** True when a call is still held back: the stream did not end its choice. */
  get holding(): boolean {
    return [...this.#choices.values()].some(({ held }) => held.length > 0)
  }

  #choice(chunk: JsonObject, choice: StreamChoice, before: (JsonObject | string)[], now: JsonObject[]): void {
    const index = choice.index ?? 0
    const state = this.#stateOf(index)
    if (state.refused) return
    const delta = choice.delta ?? {}
    const { tool_calls, function_call, ...text } = delta
    const carriesCalls = (tool_calls ?? function_call ?? undefined) !== undefined
    const finished = finishReasonOf(choice) !== undefined
    const refused = this.#judge(state, delta, finished)
    const [first] = refused
    const { refuses, onRefused } = this.#policy
    for (const name of refuses ? refused.slice(0, 1) : refused) onRefused(tellableName(name), index)
    if (refuses && first !== undefined) {
      state.refused = true
      this.#release(state)
      before.push(...this.#refusal(chunk, index, first))
      return
    }
    if (!refuses || (!carriesCalls && !finished)) {
      now.push(choice)
      return
    }
    if (carriesCalls) this.#hold(state, chunk, choice, { tool_calls, function_call })
    if (finished) before.push(...this.#release(state))
    if (finished || Object.keys(text).length > 0) now.push({ ...choice, delta: text })
  }

  /** Returns the names of the calls that this piece shows and the persona does not allow. */
  #judge(state: ChoiceState, delta: JsonObject, finished: boolean): readonly string[] {
    const calls = delta['tool_calls'] ?? []
    if (!Array.isArray(calls)) return [UNNAMED]
    const pieces = calls.map((call, position) => ({ call, place: `call ${placeOf(call) ?? position}` }))
    const functionCall = delta['function_call'] ?? undefined
    if (functionCall !== undefined) pieces.push({ call: { function: functionCall }, place: 'function_call' })
    const refused: string[] = []
    for (const { call, place } of pieces) {
      if (!state.names.has(place)) {
        this.#countCall(state)
        state.names.set(place, undefined)
      }
      for (const name of namesIn(call)) {
        const known = state.names.get(place)
        if (known === name) continue
        if (known !== undefined) this.#countCall(state)
        state.names.set(place, name)
        // A name is final: a server that sends it in pieces, or changes it, could assemble another one at the reader.
        if (known !== undefined || !this.#policy.form.allowedTools.has(name)) refused.push(name)
      }
    }
    for (const [place, name] of finished ? state.names : []) {
      if (name !== undefined) continue
      // A choice may end more than once.
      state.names.set(place, UNNAMED)
      refused.push(UNNAMED)
    }
    return refused
  }

  #countCall(state: ChoiceState): void {
    state.calls += 1
    if (state.calls > MAX_CALLS) throw this.#invalid()
  }

  #hold(state: ChoiceState, chunk: JsonObject, choice: JsonObject, delta: JsonObject): void {
    const piece = JSON.stringify({ ...chunk, choices: [{ ...choice, delta, finish_reason: null }] })
    state.held.push(piece)
    this.#heldLength += piece.length
    if (this.#heldLength > this.#maxHeldLength) {
      throw failure('ERR_GATEWAY_UPSTREAM_RESPONSE_TOO_LARGE', {
        upstream: this.#upstream,
        maxLength: this.#maxHeldLength,
      })
    }
  }

  #release(state: ChoiceState): readonly string[] {
    const { held } = state
    for (const piece of held) this.#heldLength -= piece.length
    state.held = []
    return held
  }

  #refusal(chunk: JsonObject, index: number, toolName: string): JsonObject[] {
    const refusal = refusalText(toolName, this.#policy)
    return [
      { ...chunk, choices: [{ index, delta: { refusal }, finish_reason: null }] },
      { ...chunk, choices: [{ index, delta: {}, finish_reason: 'content_filter' }] },
    ]
  }

  #invalid(): Error {
    return failure('ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE', { upstream: this.#upstream })
  }

  #stateOf(index: number): ChoiceState {
    const known = this.#choices.get(index)
    if (known !== undefined) return known
    if (this.#choices.size === MAX_CHOICES) throw this.#invalid()
    const state: ChoiceState = { held: [], names: new Map(), calls: 0, refused: false }
    this.#choices.set(index, state)
    return state
  }
}

function isStreamChoice(choice: unknown): choice is StreamChoice {
  if (!isObject(choice)) return false
  const { index = null, delta = null, message = null } = choice
  return (
    message === null && (delta === null || isObject(delta)) && (index === null || Number.isSafeInteger(index))
  )
}

function placeOf(call: unknown): number | undefined {
  const index = isObject(call) ? call['index'] : undefined
  return typeof index === 'number' ? index : undefined
}
