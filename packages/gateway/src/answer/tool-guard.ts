import { failure } from '../contract/failure.ts'
import type { PersonaForm } from '../persona/persona-form.ts'
import { isObject, type JsonObject } from '../protocol/json-object.ts'
import { calledTools, tellableName } from '../protocol/tool-names.ts'

/** What a guard needs to judge the tool calls of one tainted conversation. */
export interface ToolPolicy {
  readonly form: PersonaForm
  /** False: calls go through and are only told. */
  readonly refuses: boolean
  /** Labels of the untrusted texts in the conversation. */
  readonly labels: readonly string[]
  /** Told for each call that is reported; of a choice that is refused, for the first. */
  readonly onRefused: (toolName: string, choice: number) => void
}

/** The policy for one tainted conversation, and the end of what it records. */
export interface ToolCallWatch {
  readonly policy: ToolPolicy
  /**
   * Resolves when the row of every refusal since the last call is on disk; undefined when there was none.
   *
   * @throws `ERR_GATEWAY_AUDIT_UNAVAILABLE`.
   */
  recorded(): Promise<void> | undefined
}

/** As many calls in one choice as a request can offer tools. */
export const MAX_CALLS = 128

/**
 * Returns the completion with the tool calls of every choice withheld that calls a tool outside the persona's list, and
 * the same object when there is none.
 *
 * @throws `ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE` for a choice in which a call could stand unseen, and for too many calls.
 */
export function guardCompletion(completion: JsonObject, policy: ToolPolicy, upstream: string): JsonObject {
  const choices = completion['choices']
  if (!Array.isArray(choices) || !choices.every(isWholeChoice)) {
    throw failure('ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE', { upstream })
  }
  let changed = false
  const guarded = choices.map((choice, index) => {
    const { message } = choice
    const refused = calledTools(message).filter((name) => !policy.form.allowedTools.has(name))
    const [first] = refused
    if (first === undefined) return choice
    for (const name of policy.refuses ? [first] : refused) policy.onRefused(tellableName(name), index)
    if (!policy.refuses) return choice
    changed = true
    const { tool_calls: _calls, function_call: _call, ...rest } = message
    return {
      ...choice,
      message: { ...rest, content: rest['content'] ?? null, refusal: refusalText(first, policy) },
      finish_reason: 'content_filter',
    }
  })
  return changed ? { ...completion, choices: guarded } : completion
}

/** A choice of a whole completion: what it says is in `message` and nowhere else, in no more calls than there can be. */
interface WholeChoice extends JsonObject {
  readonly message: JsonObject
}

function isWholeChoice(choice: unknown): choice is WholeChoice {
  if (!isObject(choice) || !isObject(choice['message']) || (choice['delta'] ?? null) !== null) return false
  return calledTools(choice['message']).length <= MAX_CALLS
}

/** Returns what a caller reads instead of the tool call. */
export function refusalText(toolName: string, { form, labels }: ToolPolicy): string {
  const tool = tellableName(toolName)
  const sources = labels.join(', ')
  // Of a name that cannot be told nobody knows what to add.
  const advice = tool === toolName ? ' Add it there if this persona may call it.' : ''
  return (
    `The call of the tool "${tool}" was withheld: the conversation holds untrusted text (${sources}), and ` +
    `"${tool}" is not in "allowed_tools" of persona ${form.persona.handle}.${advice}`
  )
}
