import { failure } from '../contract/failure-table.ts'
import type { PersonaForm } from '../contract/persona-form.ts'
import { isObject, type JsonObject } from '../protocol/parse-chat-request.ts'
import { calledTools, tellableName } from '../protocol/tool-names.ts'

/** What a guard needs to judge the tool calls of one tainted conversation. */
export interface ToolPolicy {
  readonly form: PersonaForm
  /** False: calls go through and are only told. */
  readonly refuses: boolean
  /** Labels of the untrusted texts in the conversation. */
  readonly labels: readonly string[]
  /** Told once per refused, or reported, call name and choice. */
  readonly onRefused: (toolName: string, choice: number) => void
}

/**
 * Returns the completion with the tool calls of every choice withheld that calls a tool outside the persona's list, and
 * the same object when there is none.
 *
 * @throws `ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE` for a choice in which a call could stand unseen.
 */
export function guardCompletion(completion: JsonObject, policy: ToolPolicy, upstream: string): JsonObject {
  const choices = completion['choices']
  if (!Array.isArray(choices) || !choices.every(isWholeChoice)) {
    throw failure('ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE', { upstream })
  }
  let changed = false
  const guarded = choices.map((choice, index) => {
    const { message } = choice
    const refused = calledTools(message).find((name) => !policy.form.allowedTools.has(name))
    if (refused === undefined) return choice
    policy.onRefused(tellableName(refused), index)
    if (!policy.refuses) return choice
    changed = true
    const { tool_calls: _calls, function_call: _call, ...rest } = message
    return {
      ...choice,
      message: { ...rest, content: rest['content'] ?? null, refusal: refusalText(refused, policy) },
      finish_reason: 'content_filter',
    }
  })
  return changed ? { ...completion, choices: guarded } : completion
}

/** A choice of a whole completion: what it says is in `message` and nowhere else. */
interface WholeChoice extends JsonObject {
  readonly message: JsonObject
}

function isWholeChoice(choice: unknown): choice is WholeChoice {
  return isObject(choice) && isObject(choice['message']) && (choice['delta'] ?? null) === null
}

/** Returns what a caller reads instead of the tool call. */
export function refusalText(toolName: string, { form, labels }: ToolPolicy): string {
  const tool = tellableName(toolName)
  const sources = labels.join(', ')
  return (
    `The call of the tool "${tool}" was withheld: the conversation holds untrusted text (${sources}), and ` +
    `"${tool}" is not in "allowed_tools" of persona ${form.persona.handle}. Add it there if this persona may call it.`
  )
}
