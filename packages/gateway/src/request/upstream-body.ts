import { DEFAULT_UNTRUSTED_INSTRUCTION } from '@cordon/prompt'
import { invalid } from '../contract/failure.ts'
import type { PersonaForm } from '../persona/persona-form.ts'
import { isObject } from '../protocol/json-object.ts'
import type { ChatMessage, ChatRequest } from '../protocol/parse-chat-request.ts'
import type { SystemMessages } from '../upstream/upstream-options.ts'
import { JsonText } from './json-text.ts'
import type { MergedHints } from './merge-hints.ts'

export interface UpstreamBodyParts {
  readonly request: ChatRequest
  readonly form: PersonaForm
  readonly hints: MergedHints
  /** The caller's messages, fenced. */
  readonly messages: readonly ChatMessage[]
  readonly tainted: boolean
}

/** Fields that the body builder writes itself, and those that are ours and never go upstream. */
const OWN_FIELDS = new Set([
  'model',
  'messages',
  'temperature',
  'max_tokens',
  'stop',
  'agent_persona',
  'llm_hints',
  'untrusted',
  'label',
])

const MESSAGES_START = Buffer.from('{"messages":[')

/** Stands between the persona and the caller's own instructions where an upstream takes one system message only. */
const MERGE_BOUNDARY = '\n--- The calling application adds: ---\n\n'

/**
 * Returns the body for one upstream, written anew from the parsed request.
 *
 * @throws `ERR_GATEWAY_INVALID_REQUEST` when the request is nested too deeply to be written, or when messages have to be
 * merged that are not text.
 */
export function buildUpstreamBody(parts: UpstreamBodyParts, model: string, mode: SystemMessages): Buffer {
  const { request, form, hints } = parts
  const json = new JsonText()
  try {
    if (mode === 'merge') json.addList(mergedMessages(parts))
    else {
      json.add(',')
      json.addList(followingMessages(parts, mode))
    }
    json.add('],')
    json.addMembers({ model, ...hints })
    for (const name of Object.keys(request.fields)) {
      if (!OWN_FIELDS.has(name)) json.addMember(name, request.fields[name])
    }
    json.add('}')
  } catch (error) {
    if (error instanceof RangeError) throw invalid('body', 'less nesting')
    throw error
  }
  return json.toBytes(mode === 'merge' ? MESSAGES_START : form.bodyStart)
}

/** The messages after the persona's. */
function followingMessages(
  { messages, tainted }: UpstreamBodyParts,
  mode: 'separate' | 'developer',
): readonly ChatMessage[] {
  const adapted = mode === 'developer' ? messages.map(asDeveloper) : messages
  if (!tainted) return adapted
  const role = mode === 'developer' ? 'developer' : 'system'
  return adapted.toSpliced(countLeading(messages), 0, { role, content: DEFAULT_UNTRUSTED_INSTRUCTION })
}

/** One system message: the persona, then what the caller's leading system messages say, then the instruction. */
function mergedMessages({ messages, form, tainted }: UpstreamBodyParts): ChatMessage[] {
  const leading = countLeading(messages)
  const own = messages.slice(0, leading).map(plainText)
  const texts = [form.persona.body, ...own.map((text) => MERGE_BOUNDARY + text)]
  if (tainted) texts.push(`\n${DEFAULT_UNTRUSTED_INSTRUCTION}`)
  return [{ role: 'system', content: texts.join('') }, ...messages.slice(leading)]
}

function plainText({ content }: ChatMessage, index: number): string {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? content : []
  return parts
    .map((part, position) => {
      if (!isObject(part) || typeof part['text'] !== 'string') {
        throw invalid(
          `messages[${index}].content[${position}]`,
          'text, as in every system message for this model',
        )
      }
      return part['text']
    })
    .join('\n')
}

function asDeveloper(message: ChatMessage): ChatMessage {
  return message.role === 'system' ? { ...message, role: 'developer' } : message
}

function countLeading(messages: readonly ChatMessage[]): number {
  const first = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer')
  return first === -1 ? messages.length : first
}
