import { failure } from './failure-table.ts'
import type { Fence } from './fence-text.ts'
import { type ChatMessage, invalid, isObject } from './parse-chat-request.ts'

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

const LABEL = /^[A-Z][A-Z0-9_]{0,31}$/
const DEFAULT_LABEL = 'UNTRUSTED'
const TOOL_LABEL = 'TOOL_RESULT'

/**
 * Returns the messages with every untrusted text sanitized and fenced, and without the marks `untrusted` and `label`.
 * Untrusted are parts and messages that the caller marks, and tool messages unless the tenant trusts them. A message
 * without anything of the kind is passed on as the same object.
 *
 * @throws `ERR_GATEWAY_INVALID_REQUEST` for a mark that is not a boolean, a label that is not of its form, or a marked
 * part that is not text.
 */
export function fenceMessages(messages: readonly ChatMessage[], options: FenceOptions): FencedMessages {
  const labels = new Set<string>()
  let fencedParts = 0
  const fence = (text: string, label: string): string => {
    fencedParts += 1
    labels.add(label)
    return options.fence(text, label, options.tenant)
  }
  const fenced = messages.map((message) => fenceMessage(message, options.trustsToolMessages, fence))
  return { messages: fenced, fencedParts, labels: [...labels].sort() }
}

type FenceText = (text: string, label: string) => string

function fenceMessage(message: ChatMessage, trustsToolMessages: boolean, fence: FenceText): ChatMessage {
  const isTool = message.role === 'tool' || message.role === 'function'
  const marked = readMark(message)
  const inherited = marked ?? (isTool && !trustsToolMessages ? TOOL_LABEL : undefined)
  const { content } = message
  const newContent = Array.isArray(content)
    ? fenceParts(content, inherited, fence)
    : typeof content === 'string' && inherited !== undefined
      ? fence(content, inherited)
      : content
  if (newContent === content && !('untrusted' in message) && !('label' in message)) return message
  return { ...withoutMarks(message), role: message.role, content: newContent }
}

/** Returns the same list when no part of it changes. */
function fenceParts(
  parts: readonly unknown[],
  inherited: string | undefined,
  fence: FenceText,
): readonly unknown[] {
  let changed = false
  const result = parts.map((part) => {
    if (!isObject(part)) return part
    const marked = readMark(part)
    const label = marked ?? inherited
    const text = part['type'] === 'text' ? part['text'] : undefined
    if (marked !== undefined && typeof text !== 'string') {
      throw invalid('messages.content.untrusted', 'a part of type text')
    }
    if (label !== undefined && typeof text === 'string') {
      changed = true
      return { ...withoutMarks(part), text: fence(text, label) }
    }
    if (!('untrusted' in part) && !('label' in part)) return part
    changed = true
    return withoutMarks(part)
  })
  return changed ? result : parts
}

/** Returns the label when the caller marks this message or part as untrusted, else undefined. */
function readMark(marked: Readonly<Record<string, unknown>>): string | undefined {
  const untrusted = marked['untrusted'] ?? false
  const label = marked['label'] ?? DEFAULT_LABEL
  if (typeof untrusted !== 'boolean') throw invalid('messages.untrusted', 'a boolean')
  if (!untrusted) return undefined
  if (typeof label !== 'string' || !LABEL.test(label)) {
    throw failure('ERR_GATEWAY_INVALID_REQUEST', { param: 'messages.label', expected: LABEL.source })
  }
  return label
}

function withoutMarks(marked: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { untrusted: _untrusted, label: _label, ...rest } = marked
  return rest
}
