import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What a test's script is told of one request, whatever protocol it came in. */
export interface ModelRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly system: string
  readonly prompt: string
  readonly model: string
  readonly body: Body
}

/** A text is answered in the protocol's own envelope; the rest are faults of the transport. */
export type ModelReply =
  | string
  | { readonly status: number; readonly headers?: Record<string, string> }
  | 'hang'
  | 'cut'

export interface ModelServer {
  /** Without a trailing slash. */
  readonly origin: string
  readonly requests: readonly ModelRequest[]
}

interface Protocol {
  readonly matches: (path: string) => boolean
  readonly read: (body: Body, path: string) => Pick<ModelRequest, 'system' | 'prompt' | 'model'>
  readonly envelope: (text: string, model: string) => unknown
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of four protocols; a wrong shape fails the test that sent it
type Body = any

const textOf = (content: Body): string =>
  typeof content === 'string' ? content : content.map((part: Body) => part.text).join('')

const byRole = (messages: Body, roles: readonly string[]): string =>
  messages
    .filter((message: Body) => roles.includes(message.role))
    .map((message: Body) => textOf(message.content))
    .join('\n')

const PROTOCOLS: readonly Protocol[] = [
  {
    // OpenAI chat completions, which Ollama and most model servers speak too
    matches: (path) => path.endsWith('/chat/completions'),
    read: ({ messages, model }) => ({
      system: byRole(messages, ['system', 'developer']),
      prompt: byRole(messages, ['user']),
      model,
    }),
    envelope: (text, model) => ({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model,
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    }),
  },
  {
    matches: (path) => path.endsWith('/responses'),
    read: ({ input, instructions, model }) => ({
      system: instructions ?? byRole(input, ['system', 'developer']),
      prompt: byRole(input, ['user']),
      model,
    }),
    envelope: (text, model) => ({
      id: 'resp_1',
      object: 'response',
      created_at: 1,
      status: 'completed',
      model,
      output: [
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        },
      ],
      usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18 },
    }),
  },
  {
    matches: (path) => path.endsWith('/messages'),
    read: ({ system, messages, model }) => ({
      system: textOf(system),
      prompt: byRole(messages, ['user']),
      model,
    }),
    envelope: (text, model) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 11, output_tokens: 7 },
    }),
  },
  {
    matches: (path) => path.endsWith(':generateContent'),
    read: ({ systemInstruction, contents }, path) => ({
      system: textOf(systemInstruction.parts),
      prompt: contents.map((content: Body) => textOf(content.parts)).join('\n'),
      model: /models\/(.+):generateContent$/.exec(path)?.[1] ?? '',
    }),
    envelope: (text) => ({
      candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 },
    }),
  },
]

/** Starts a loopback server that speaks every vendor's protocol; it ends with the test. */
export async function startModelServer(reply: (request: ModelRequest) => ModelReply): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const server = createServer(async (incoming, response) => {
    const path = incoming.url ?? ''
    const protocol = PROTOCOLS.find(({ matches }) => matches(path))
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    if (protocol === undefined) {
      response.writeHead(404).end()
      return
    }
    const body = JSON.parse(Buffer.concat(chunks).toString())
    const request = { path, headers: incoming.headers, body, ...protocol.read(body, path) }
    requests.push(request)
    send(response, reply(request), (text) => protocol.envelope(text, request.model))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

function send(response: ServerResponse, reply: ModelReply, envelope: (text: string) => unknown): void {
  if (reply === 'hang') return
  if (typeof reply === 'object') {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end('{"error":{"message":"refused","type":"test"}}')
    return
  }
  const body = JSON.stringify(envelope(reply))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  if (reply !== 'cut') response.end(body)
  else response.write(body.slice(0, body.length / 2), () => response.destroy())
}
