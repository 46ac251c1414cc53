const chunk = (delta: object, finish: string | null, more: object = {}): object => ({
  id: 'x',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
})
const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
const usageOnly = { id: 'x', object: 'chat.completion.chunk', choices: [], usage }
const text = chunk({ role: 'assistant', content: 'a' }, null)
const stop = chunk({}, 'stop')
const DONE = 'data: [DONE]\n\n'
const json = (value: object): string => JSON.stringify(value)

/** Forms of streams as servers of this protocol document or were reported to send them, by what each has beyond the plain one. */
export const SERVER_STREAMS: readonly { title: string; events: readonly (object | string)[] }[] = [
  { title: 'OpenAI, usage in a chunk of its own', events: [text, stop, usageOnly, DONE] },
  {
    title: 'Azure, filter results before and behind',
    events: [
      {
        id: '',
        object: '',
        model: '',
        created: 0,
        choices: [],
        prompt_filter_results: [{ prompt_index: 0 }],
      },
      text,
      stop,
      { id: '', object: '', choices: [{ index: 0, finish_reason: null, content_filter_results: {} }] },
      DONE,
    ],
  },
  {
    title: 'vLLM, usage in every chunk',
    events: [chunk({ content: 'a' }, null, { usage }), stop, usageOnly, DONE],
  },
  {
    title: 'llama.cpp, empty comments and timings',
    events: [':\n\n', text, chunk({}, 'stop', { timings: { predicted_ms: 1 } }), DONE],
  },
  {
    title: 'Ollama, a finish reason with a role',
    events: [text, chunk({ role: 'assistant', content: '' }, 'stop'), DONE],
  },
  { title: "Anthropic's compatible endpoint, pings", events: [text, { type: 'ping' }, stop, DONE] },
  {
    title: 'Groq, usage in a member of its own',
    events: [text, chunk({}, 'stop', { x_groq: { usage } }), DONE],
  },
  {
    title: 'Mistral, all in the last chunk',
    events: [text, chunk({ content: '' }, 'stop', { usage }), DONE],
  },
  {
    title: 'OpenRouter, comments and a choice behind the end',
    events: [': OPENROUTER PROCESSING\n\n', text, stop, chunk({ content: '' }, null, { usage }), DONE],
  },
  {
    title: 'a server with CRLF and no finish reason before the end',
    events: [
      `data: ${json({ choices: [{ index: 0, delta: { content: 'a' } }] })}\r\n\r\n`,
      `data: ${json(stop)}\r\n\r\ndata: [DONE]\r\n\r\n`,
    ],
  },
  {
    title: 'a server with ids, names and no blank',
    events: [`id:1\nevent:result\n:HTTP_STATUS/200\ndata:${json(text)}\n\n`, stop, DONE],
  },
  {
    title: 'text-generation-inference, no blank',
    events: [`data:${json(text)}\n\n`, stop, 'data:[DONE]\n\n'],
  },
  {
    title: 'a server with an empty finish reason until the end',
    events: [chunk({ content: 'a' }, ''), stop, DONE],
  },
  {
    title: 'a server without a list of choices beside usage',
    events: [text, stop, { choices: null, usage }, DONE],
  },
]

/** The forms in which they tell of an error in the middle of a stream, and how it counts. */
export const SERVER_ERRORS: readonly { title: string; event: object | string; code: string }[] = [
  {
    title: 'vLLM',
    event: { error: { message: 'm', type: 'T', param: null, code: 500 } },
    code: 'upstream_error',
  },
  {
    title: 'an older vLLM',
    event: { object: 'error', message: 'm', code: 400 },
    code: 'upstream_invalid_response',
  },
  { title: 'LM Studio', event: 'event: error\ndata: {"error":{"message":"m"}}\n\n', code: 'upstream_error' },
  {
    title: 'OpenRouter',
    event: chunk({ content: '' }, 'error', { error: { code: 502, message: 'm' } }),
    code: 'upstream_error',
  },
  {
    title: 'text-generation-inference',
    event: { error: 'm', error_type: 'overloaded' },
    code: 'upstream_error',
  },
  {
    title: 'a server that lists it',
    event: [{ error: { code: 503, message: 'm' } }],
    code: 'upstream_invalid_response',
  },
  {
    title: 'an older llama.cpp',
    event: 'error: {"code":500,"message":"m"}\n\n',
    code: 'upstream_stream_cut',
  },
]
