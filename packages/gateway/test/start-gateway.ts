import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAudit } from '@cordon/audit'
import {
  type AuditSink,
  createGateway,
  type Gateway,
  type GatewayEvent,
  type GatewayOptions,
} from '@cordon/gateway'
import { type ScriptedUpstream, startScriptedUpstream } from '@cordon/gateway/testing'
import { openRegistry } from '@cordon/personas/registry'
import { sealPersonas } from '@cordon/personas/seal'
import { expect, onTestFinished } from 'vitest'

interface Row {
  readonly kind: string
  readonly payload: Readonly<Record<string, unknown>>
}

interface Answer {
  readonly status: number
  readonly reason: string
  readonly headers: Headers
  readonly text: string
  readonly json: Record<string, unknown>
}

export interface TestGateway {
  readonly url: string
  readonly gateway: Gateway
  readonly upstream: ScriptedUpstream
  readonly events: GatewayEvent[]
  readonly folder: string
  /** Posts a chat completion; `body` may be a text that is no JSON. */
  chat(body: object | string, headers?: Record<string, string>): Promise<Answer>
  request(path: string, init?: RequestInit): Promise<Answer>
  /** The rows written so far, those of the log itself left out. */
  rows(): Promise<Row[]>
  writePersona(handle: string, body: string): Promise<void>
  close(): Promise<void>
}

export interface TestOptions {
  readonly integrity?: 'live' | 'sealed'
  readonly options?: Partial<GatewayOptions>
  /** Replaces `append` of the audit log. */
  readonly append?: GatewayOptions['audit']['append']
  readonly upstream?: Partial<GatewayOptions['upstreams'][number]>
  /** Base URL of a second upstream, asked when the first fails. */
  readonly second?: string
}

export const CLERK = 'harbour-clerk@1.0.0'
export const CLERK_BODY = 'You keep the ledger.\n'
const CLERK_HINTS = 'llm_hints: { temperature: 0.4, max_tokens: 1024, stop_sequences: ["</report>"] }\n'

export function personaFile(
  handle: string,
  body: string,
  rest = `allowed_tools: [read_tide]\n${CLERK_HINTS}`,
): string {
  const [id, version] = handle.split('@')
  return `---\nid: ${id}\nversion: ${version}\n${rest}---\n\n${body}`
}

/** Starts a gateway on a free port, with one persona, an audit log and a scripted upstream of its own. */
export async function startGateway({
  integrity = 'live',
  options = {},
  append,
  upstream: own,
  second,
}: TestOptions = {}): Promise<TestGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'cordon-gateway-'))
  const writePersona = (handle: string, body: string): Promise<void> =>
    writeFile(join(folder, `${handle}.md`), personaFile(handle, body))
  await writePersona(CLERK, CLERK_BODY)
  if (integrity === 'sealed') await sealPersonas(folder)
  let gateway: Gateway | undefined
  const personas = await openRegistry(folder, {
    ...(integrity === 'sealed' ? { integrity, unsigned: true } : { integrity }),
    onEvent: (event) => gateway?.onPersonaEvent(event),
  })
  const log = join(folder, 'audit')
  const audit = await openAudit(log)
  /** How many rows about an upstream's answer the log has taken or refused. */
  let outcomes = 0
  const countedAppend: AuditSink['append'] = async (kind, payload) => {
    try {
      return await (append === undefined ? audit.append(kind, payload) : append(kind, payload))
    } finally {
      if (/\.invocation(?:_failed)?$/.test(kind)) outcomes += 1
    }
  }
  const upstream = await startScriptedUpstream()
  const events: GatewayEvent[] = []
  const opened = createGateway({
    personas,
    audit: { append: countedAppend, head: () => audit.head() },
    upstreams: [
      { name: 'main', baseUrl: upstream.baseUrl, retries: { attempts: 1 }, ...own },
      ...(second === undefined ? [] : [{ name: 'second', baseUrl: second }]),
    ],
    ...options,
    onEvent: (event) => {
      events.push(event)
      return options.onEvent?.(event)
    },
  })
  gateway = opened
  const server = createServer(opened.handler)
  // When a busy machine stalls this process, an idle connection would end just as the next request goes out on it.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const request = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(url + path, init)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return {
      status: response.status,
      reason: response.statusText,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : {},
    }
  }
  return {
    url,
    gateway: opened,
    upstream,
    events,
    folder,
    request,
    writePersona,
    chat: (body, headers = {}) =>
      request('/v1/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async rows() {
      // The row of a request that was answered comes later than its answer.
      const sent = events.filter((event) => event.type === 'request_end' && event.upstream !== null)
      await expect.poll(() => outcomes, { interval: 5, timeout: 10_000 }).toBeGreaterThanOrEqual(sent.length)
      const files = (await readdir(log)).filter((name) => name.endsWith('.jsonl')).sort()
      const texts = await Promise.all(files.map((name) => readFile(join(log, name), 'utf8')))
      const rows: Row[] = texts
        .join('')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
      return rows.filter(({ kind }) => !kind.startsWith('chain.'))
    },
    async close() {
      await opened.close()
      server.close()
      server.closeAllConnections()
      await audit.close()
      await personas.close()
      await upstream.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A request for the clerk, with fields on top. */
export function askClerk(fields: object = {}): Record<string, unknown> {
  return { model: 'chat.smart', agent_persona: CLERK, messages: [{ role: 'user', content: 'hi' }], ...fields }
}

/** A connection that sends one request, a chat completion by default, `times` over, without waiting for answers. */
export function connectRaw(url: string, body: object, times = 1, path = '/v1/chat/completions'): Socket {
  const { hostname, port, host } = new URL(url)
  const json = JSON.stringify(body)
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(`${head}Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`.repeat(times))
  return socket
}

/** The JSON of each event of a stream; `[DONE]` as that text. */
export function eventsOf(text: string): (Record<string, unknown> | string)[] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => event.slice('data: '.length))
    .map((data) => (data === '[DONE]' ? data : JSON.parse(data)))
}

/** Starts a gateway that is closed when the running test ends. */
export async function startForTest(options?: TestOptions): Promise<TestGateway> {
  const gateway = await startGateway(options)
  onTestFinished(() => gateway.close())
  return gateway
}
