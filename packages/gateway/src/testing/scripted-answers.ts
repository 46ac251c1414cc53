/** What a scripted upstream does with one request. */
export type ScriptedAnswer =
  /** A whole answer: an object is sent as JSON, a string as it is. */
  | {
      readonly kind: 'whole'
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body: object | string
      readonly delayMs?: number
    }
  /** Server-sent events: an object is one event's JSON, a string is written as it is. */
  | {
      readonly kind: 'stream'
      readonly events: readonly (object | string)[]
      /** Wait before the headers. */
      readonly delayMs?: number
      /** Wait between the headers and the first event. */
      readonly firstDelayMs?: number
      /** Wait between two events. */
      readonly paceMs?: number
      /** Break the connection after the last event instead of ending it. */
      readonly cut?: boolean
    }
  /** Breaks the connection without an answer. */
  | { readonly kind: 'reset' }
  /** Never answers. */
  | { readonly kind: 'silent' }

const ID = 'chatcmpl-scripted'
const CREATED = 1_700_000_000

/** Returns a chat completion with one choice. */
export function completion(message: object, finishReason = 'stop'): Record<string, unknown> {
  return {
    id: ID,
    object: 'chat.completion',
    created: CREATED,
    model: 'scripted',
    choices: [
      { index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: finishReason },
    ],
    usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 },
  }
}

/** Returns one chunk of a streamed completion. */
export function chunk(delta: object, finishReason: string | null = null, index = 0): Record<string, unknown> {
  return {
    id: ID,
    object: 'chat.completion.chunk',
    created: CREATED,
    model: 'scripted',
    choices: [{ index, delta, finish_reason: finishReason }],
  }
}

const DONE = 'data: [DONE]\n\n'

/** Returns the events of a streamed text, one word a chunk. */
export function textStream(text: string): (object | string)[] {
  const words = text.match(/\S+\s*/g) ?? []
  return [
    chunk({ role: 'assistant', content: '' }),
    ...words.map((content) => chunk({ content })),
    chunk({}, 'stop'),
    DONE,
  ]
}

/** Returns the events of a streamed tool call, its arguments in two pieces. */
export function toolCallStream(name: string, argumentsJson: string): (object | string)[] {
  const half = Math.ceil(argumentsJson.length / 2)
  const piece = (fields: object): object => chunk({ tool_calls: [{ index: 0, ...fields }] })
  return [
    chunk({ role: 'assistant', content: null }),
    piece({ id: 'call_1', type: 'function', function: { name, arguments: '' } }),
    piece({ function: { arguments: argumentsJson.slice(0, half) } }),
    piece({ function: { arguments: argumentsJson.slice(half) } }),
    chunk({}, 'tool_calls'),
    DONE,
  ]
}
