import { invalid } from '../contract/failure.ts'
import { isObject, type JsonObject } from '../protocol/json-object.ts'
import type { ChatMessage } from '../protocol/parse-chat-request.ts'
import type { Fence } from './fence-text.ts'

/** A conversation whose untrusted texts stand in fences. */
export interface FencedMessages {
  readonly messages: readonly ChatMessage[]
  /** How many texts were fenced; above 0, the conversation is tainted. */
  readonly fencedParts: number
  /** The distinct labels of the fenced texts, sorted. */
  readonly labels: readonly string[]
}

export interface FenceOptions {
  readonly fence: Fence
  readonly tenant: string
  readonly trustsToolMessages: boolean
}

/** Most texts that are fenced for one request, and most labels among them: each costs time, each label is in the rows. */
const MAX_FENCED_PARTS = 4_096
const MAX_LABELS = 32

const LABEL = /^[A-Z][A-Z0-9_]{0,31}$/
const DEFAULT_LABEL = 'UNTRUSTED'
const TOOL_LABEL = 'TOOL_RESULT'

/** An upstream may read a role in any case, and without the blanks around it. */
const TOOL_ROLE = /^\s*(?:tool|function)\s*$/i

/**
 * Returns the messages with every untrusted text sanitized and fenced, and without the marks `untrusted` and `label`.
 * Untrusted are parts and messages that the caller marks, and tool messages unless the tenant trusts them. A message
 * without anything of the kind is passed on as the same object.
 *
 * @throws `ERR_GATEWAY_INVALID_REQUEST` for a mark that is not a boolean, a label that is not of its form, content that is
 * neither text nor a list of parts, untrusted parts that are not text, since only text can be fenced, and more than 4,096
 * texts or 32 labels.
 */
export function fenceMessages(messages: readonly ChatMessage[], options: FenceOptions): FencedMessages {
  const labels = new Set<string>()
  let fencedParts = 0
  const fence = (text: string, label: string): string => {
    fencedParts += 1
    if (fencedParts > MAX_FENCED_PARTS)
      throw invalid('messages', `at most ${MAX_FENCED_PARTS} untrusted texts`)
    labels.add(label)
    if (labels.size > MAX_LABELS) throw invalid('messages', `at most ${MAX_LABELS} different labels`)
    return options.fence(text, label, options.tenant)
  }
  const fenced = messages.map((message, index) =>
    fenceMessage(message, `messages[${index}]`, options.trustsToolMessages, fence),
  )
  return { messages: fenced, fencedParts, labels: [...labels].sort() }
}

type FenceText = (text: string, label: string) => string

function fenceMessage(
  message: ChatMessage,
  path: string,
  trustsToolMessages: boolean,
  fence: FenceText,
): ChatMessage {
  const isTool = TOOL_ROLE.test(message.role)
  const marked = readMark(message, path)
  const inherited = marked ?? (isTool && !trustsToolMessages ? TOOL_LABEL : undefined)
  const { content } = message
  const newContent = Array.isArray(content)
    ? fenceParts(content, `${path}.content`, inherited, fence)
    : fenceContent(content, `${path}.content`, inherited, fence)
  if (inherited !== undefined) refuseOtherTexts(message, path, MESSAGE_FIELDS)
  if (newContent === content && !('untrusted' in message) && !('label' in message)) return message
  return { ...withoutMarks(message), role: message.role, content: newContent }
}

/** What an untrusted message or part holds of its own: fenced, the caller's own word, or of a closed form. */
const MESSAGE_FIELDS = new Set(['role', 'content', 'untrusted', 'label', 'tool_call_id'])
const PART_FIELDS = new Set(['type', 'text', 'untrusted', 'label'])

/** Others of the protocol, by which a refusal may name them. */
const OTHER_FIELDS = new Set(['name', 'refusal', 'audio', 'tool_calls', 'function_call', 'cache_control'])

/** Any other field would go upstream outside of every fence, so it may hold nothing that reads as a text. */
function refuseOtherTexts(untrusted: JsonObject, path: string, ownFields: ReadonlySet<string>): void {
  for (const [field, value] of Object.entries(untrusted)) {
    if (ownFields.has(field)) continue
    const words = field === 'cache_control' && isObject(value) ? Object.entries(value).flat() : [field, value]
    if (words.every(isPlain)) continue
    const param = OTHER_FIELDS.has(field) ? `${path}.${field}` : path
    throw invalid(param, 'no more than plain words beside a text that is untrusted')
  }
}

/** A name as the protocol has it, a number or a flag. */
function isPlain(value: unknown): boolean {
  return typeof value === 'string'
    ? /^[\w.:-]{1,64}$/.test(value)
    : typeof value !== 'object' || value === null
}

/**
 * Content may be missing, as in an assistant message that only calls tools. An object in its place is refused: nobody would
 * look for marks in it.
 */
function fenceContent(content: unknown, path: string, label: string | undefined, fence: FenceText): unknown {
  if (typeof content === 'string') return label === undefined ? content : fence(content, label)
  if ((content ?? undefined) !== undefined) throw invalid(path, 'text or a list of parts')
  return content
}

/** Returns the same list when no part of it changes. */
function fenceParts(
  parts: readonly unknown[],
  path: string,
  inherited: string | undefined,
  fence: FenceText,
): readonly unknown[] {
  let changed = false
  const result = parts.map((part, index) => {
    const place = `${path}[${index}]`
    const label = (isObject(part) ? readMark(part, place) : undefined) ?? inherited
    if (label !== undefined) {
      if (!isObject(part) || part['type'] !== 'text' || typeof part['text'] !== 'string') {
        throw invalid(place, 'a part of type text, where it is untrusted')
      }
      refuseOtherTexts(part, place, PART_FIELDS)
      changed = true
      return { ...withoutMarks(part), text: fence(part['text'], label) }
    }
    if (!isObject(part)) return part
    if (!('untrusted' in part) && !('label' in part)) return part
    changed = true
    return withoutMarks(part)
  })
  return changed ? result : parts
}

/** Returns the label when the caller marks this message or part as untrusted, else undefined. */
function readMark(marked: JsonObject, path: string): string | undefined {
  const untrusted = marked['untrusted'] ?? false
  const label = marked['label'] ?? DEFAULT_LABEL
  if (typeof untrusted !== 'boolean') throw invalid(`${path}.untrusted`, 'a boolean')
  if (!untrusted) return undefined
  if (typeof label !== 'string' || !LABEL.test(label)) throw invalid(`${path}.label`, LABEL.source)
  return label
}

function withoutMarks(marked: JsonObject): Record<string, unknown> {
  const { untrusted: _untrusted, label: _label, ...rest } = marked
  return rest
}
