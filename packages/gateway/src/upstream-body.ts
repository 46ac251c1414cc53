import { DEFAULT_UNTRUSTED_INSTRUCTION } from '@cordon/prompt'
import type { MergedHints } from './merge-hints.ts'
import { type ChatMessage, type ChatRequest, invalid, isObject } from './parse-chat-request.ts'
import type { PersonaForm } from './persona-form.ts'
import type { SystemMessages } from './upstream-options.ts'

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

const INSTRUCTION_JSON: Readonly<Record<'system' | 'developer', string>> = {
  system: JSON.stringify({ role: 'system', content: DEFAULT_UNTRUSTED_INSTRUCTION }),
  developer: JSON.stringify({ role: 'developer', content: DEFAULT_UNTRUSTED_INSTRUCTION }),
}

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
  try {
    const end = `],"model":${JSON.stringify(model)}${otherFields(parts)}}`
    if (mode === 'merge') return joinBytes(MESSAGES_START, [mergedJson(parts), end])
    return joinBytes(parts.form.bodyStart, [...followingJson(parts, mode), end])
  } catch (error) {
    if (error instanceof RangeError) throw invalid('messages', 'less nesting')
    throw error
  }
}

/** Pieces are written one by one: joined first, a conversation of a megabyte would be copied once more. */
function joinBytes(start: Buffer, pieces: readonly string[]): Buffer {
  let length = start.length
  for (const piece of pieces) length += Buffer.byteLength(piece)
  const bytes = Buffer.allocUnsafe(length)
  let end = start.copy(bytes)
  for (const piece of pieces) end += bytes.write(piece, end)
  return bytes
}

function otherFields({ request, hints }: UpstreamBodyParts): string {
  let json = ''
  const { temperature, max_tokens, stop } = hints
  if (temperature !== undefined) json += `,"temperature":${JSON.stringify(temperature)}`
  if (max_tokens !== undefined) json += `,"max_tokens":${JSON.stringify(max_tokens)}`
  if (stop !== undefined) json += `,"stop":${JSON.stringify(stop)}`
  for (const name of Object.keys(request.fields)) {
    if (!OWN_FIELDS.has(name)) json += `,${JSON.stringify(name)}:${JSON.stringify(request.fields[name])}`
  }
  return json
}

/** The messages after the persona's. */
function followingJson({ messages, tainted }: UpstreamBodyParts, mode: 'separate' | 'developer'): string[] {
  const adapted = mode === 'developer' ? messages.map(asDeveloper) : messages
  if (!tainted) return [',', listJson(adapted)]
  const leading = countLeading(messages)
  const instruction = INSTRUCTION_JSON[mode === 'developer' ? 'developer' : 'system']
  const own = leading === 0 ? '' : `,${listJson(adapted.slice(0, leading))}`
  const rest = listJson(adapted.slice(leading))
  return [`${own},${instruction}${rest === '' ? '' : ','}`, rest]
}

/** One system message: the persona, then what the caller's leading system messages say, then the instruction. */
function mergedJson({ messages, form, tainted }: UpstreamBodyParts): string {
  const leading = countLeading(messages)
  const own = messages.slice(0, leading).map(plainText)
  const texts = [form.persona.body, ...own.map((text) => MERGE_BOUNDARY + text)]
  if (tainted) texts.push(`\n${DEFAULT_UNTRUSTED_INSTRUCTION}`)
  return listJson([{ role: 'system', content: texts.join('') }, ...messages.slice(leading)])
}

function plainText({ content }: ChatMessage): string {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? content : []
  return parts
    .map((part) => {
      if (!isObject(part) || typeof part['text'] !== 'string')
        throw invalid('messages', 'system messages of text')
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

function listJson(messages: readonly ChatMessage[]): string {
  return JSON.stringify(messages).slice(1, -1)
}
