import { once } from 'node:events'
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { chunk, type ScriptedAnswer, textStream } from '@cordon/gateway/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { askClerk, connectRaw, startForTest } from './start-gateway.ts'
import { whole } from './whole-answer.ts'

interface FaultCase {
  readonly title: string
  readonly answer: ScriptedAnswer
  readonly status: number
  readonly code: string
}

const limits = { maxResponseBytes: 4_096 }

const FAULTS: readonly FaultCase[] = [
  {
    title: '429',
    answer: whole(429, {}, { 'retry-after': '7' }),
    status: 503,
    code: 'upstream_rate_limited',
  },
  { title: '500', answer: whole(500), status: 502, code: 'upstream_error' },
  {
    title: '401',
    answer: whole(401, { error: { message: 'bad key sk-upstream' } }),
    status: 502,
    code: 'upstream_auth_failed',
  },
  {
    title: "a proxy's 407, which clients would take for one of their own",
    answer: whole(407),
    status: 502,
    code: 'upstream_auth_failed',
  },
  {
    title: 'a redirect',
    answer: whole(302, '', { location: 'http://127.0.0.1:1/' }),
    status: 502,
    code: 'upstream_redirect',
  },
  {
    title: 'malformed JSON',
    answer: whole(200, '{"choices":['),
    status: 502,
    code: 'upstream_invalid_response',
  },
  {
    title: 'JSON that is no completion',
    answer: whole(200, '{"ok":true}'),
    status: 502,
    code: 'upstream_invalid_response',
  },
  {
    title: 'an oversize body',
    answer: whole(200, { choices: [], pad: 'x'.repeat(5_000) }),
    status: 502,
    code: 'upstream_response_too_large',
  },
  { title: 'an immediate reset', answer: { kind: 'reset' }, status: 502, code: 'upstream_unreachable' },
]

test.each(FAULTS)('GAT-050 $title has a typed answer and a row', async ({ answer, status, code }) => {
  const gateway = await startForTest({ options: { limits } })
  gateway.upstream.answer(answer)
  const reply = await gateway.chat(askClerk())
  expect(reply.status).toBe(status)
  expect(reply.json).toMatchObject({ error: { type: 'upstream_error', code } })
  expect(reply.text).not.toContain('sk-upstream')
  const row = (await gateway.rows()).at(-1)
  expect(row).toMatchObject({
    kind: 'ai.invocation_failed',
    payload: { reason: code, status, upstream: 'main', attempts: 1 },
  })
  expect((await gateway.request('/metrics')).text).toContain(`outcome="${code}"} 1`)
})

test('GAT-050 JSON that nests too deeply to be written again is a fault of the upstream', async () => {
  const gateway = await startForTest()
  gateway.upstream.answer(whole(200, `{"choices":[],"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`))
  const { status, json } = await gateway.chat(askClerk())
  expect([status, json]).toMatchObject([502, { error: { code: 'upstream_invalid_response' } }])
})

const STREAM_FAULTS: readonly { title: string; answer: ScriptedAnswer; code: string }[] = [
  {
    title: 'a cut in mid-stream',
    answer: { kind: 'stream', events: [chunk({ content: 'a' })], cut: true },
    code: 'upstream_stream_cut',
  },
  {
    title: 'an end before the end',
    answer: { kind: 'stream', events: [chunk({ content: 'a' })] },
    code: 'upstream_stream_cut',
  },
  {
    title: 'malformed SSE',
    answer: { kind: 'stream', events: [chunk({ content: 'a' }), 'data: {"choices":\n\n'], paceMs: 5 },
    code: 'upstream_invalid_response',
  },
  {
    title: 'an event that nests too deeply',
    answer: {
      kind: 'stream',
      events: [
        chunk({ content: 'a' }),
        `data: {"choices":[],"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}\n\n`,
      ],
      paceMs: 5,
    },
    code: 'upstream_invalid_response',
  },
  {
    title: 'an error event',
    answer: {
      kind: 'stream',
      events: [chunk({ content: 'a' }), { error: { message: 'overloaded' } }],
      paceMs: 5,
    },
    code: 'upstream_error',
  },
]

test.each(STREAM_FAULTS)(
  'GAT-052 $title ends in an error event and an unclean end, never in [DONE]',
  async ({ answer, code }) => {
    const gateway = await startForTest()
    gateway.upstream.answer(answer)
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(askClerk({ stream: true })),
    })
    expect(response.status).toBe(200)
    let text = ''
    const read = async (): Promise<void> => {
      for await (const piece of response.body ?? []) text += Buffer.from(piece).toString()
    }
    await expect(read()).rejects.toThrow()
    expect(text).toContain('"content":"a"')
    expect(text).toContain(`"code":"${code}"`)
    expect(text).not.toContain('[DONE]')
    expect((await gateway.rows()).at(-1)).toMatchObject({
      kind: 'ai.invocation_failed',
      payload: { reason: code, stream: true },
    })
  },
)

test('GAT-053 a stream that fails before its first chunk is a plain answer', async () => {
  const gateway = await startForTest()
  gateway.upstream.answer({ kind: 'stream', events: ['data: nonsense\n\n'] })
  const { status, headers, json } = await gateway.chat(askClerk({ stream: true }))
  expect([status, headers.get('content-type')]).toEqual([502, 'application/json'])
  expect(json).toMatchObject({ error: { code: 'upstream_invalid_response' } })
})

test('GAT-053 a stream that ends its choices without [DONE] is completed', async () => {
  const gateway = await startForTest()
  gateway.upstream.answer({ kind: 'stream', events: textStream('one two').slice(0, -1) })
  expect((await gateway.chat(askClerk({ stream: true }))).text.endsWith('data: [DONE]\n\n')).toBe(true)
})

const slow = { ms: 40, long: 10_000 }
const TIMEOUTS: readonly { phase: string; answer: ScriptedAnswer; timeouts: object; stream: boolean }[] = [
  { phase: 'headers', answer: { kind: 'silent' }, timeouts: { headersMs: slow.ms }, stream: false },
  {
    phase: 'first-chunk',
    answer: { kind: 'stream', events: textStream('a'), firstDelayMs: slow.long },
    timeouts: { firstChunkMs: slow.ms },
    stream: true,
  },
  {
    phase: 'between-chunks',
    answer: { kind: 'stream', events: ['data: {"cho', 'x'], paceMs: slow.long },
    timeouts: { betweenChunksMs: slow.ms },
    stream: true,
  },
  { phase: 'total', answer: { kind: 'silent' }, timeouts: { totalMs: slow.ms }, stream: false },
]

test.each(TIMEOUTS)(
  'GAT-054 the limit for $phase answers 504',
  async ({ phase, answer, timeouts, stream }) => {
    const gateway = await startForTest({ upstream: { timeouts } })
    gateway.upstream.answer(answer)
    const { status, json } = await gateway.chat(askClerk({ stream }))
    expect(status).toBe(504)
    expect(json).toMatchObject({ error: { code: 'upstream_timeout' } })
    const failed = gateway.events.filter(({ type }) => type === 'upstream_failed')
    expect(failed).toMatchObject([{ code: 'upstream_timeout', reason: phase }])
    await expect.poll(() => gateway.upstream.received[0]?.aborted).toBe(true)
  },
)

test.each([{ stream: false }, { stream: true }])(
  'GAT-058 a caller that goes away ends the upstream call (stream: $stream)',
  async ({ stream }) => {
    const gateway = await startForTest()
    gateway.upstream.answer(
      stream ? { kind: 'stream', events: textStream('a b c d e f'), paceMs: 100 } : { kind: 'silent' },
    )
    const caller = new AbortController()
    const asked = fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(askClerk({ stream })),
      signal: caller.signal,
    })
    await expect.poll(() => gateway.upstream.received.length).toBe(1)
    if (stream) await (await asked).body?.getReader().read()
    caller.abort()
    await asked.catch(() => {})
    await expect.poll(() => gateway.upstream.received[0]?.aborted).toBe(true)
    await expect
      .poll(async () => (await gateway.rows()).at(-1))
      .toMatchObject({
        kind: 'ai.invocation_failed',
        payload: { reason: 'client_closed', status: 499 },
      })
  },
)

test('GAT-391 a caller that closes its side of the connection counts as gone', async () => {
  const gateway = await startForTest()
  gateway.upstream.answer({ kind: 'silent' })
  const socket = connectRaw(gateway.url, askClerk())
  await expect.poll(() => gateway.upstream.received.length).toBe(1)
  socket.end()
  await expect.poll(() => gateway.upstream.received[0]?.aborted).toBe(true)
  await expect.poll(() => gateway.events.at(-1)).toMatchObject({ code: 'client_closed' })
})

test('GAT-058 a caller that leaves ends the calls of all its pipelined requests', async () => {
  const gateway = await startForTest()
  gateway.upstream.answer({ kind: 'silent' }, { kind: 'silent' })
  const socket = connectRaw(gateway.url, askClerk(), 2)
  await expect.poll(() => gateway.upstream.received.length).toBe(2)
  socket.destroy()
  await expect.poll(() => gateway.upstream.received.map(({ aborted }) => aborted)).toEqual([true, true])
})

test('GAT-059 only our own key and headers go upstream', async () => {
  const gateway = await startForTest({ upstream: { apiKey: 'sk-ours' } })
  await gateway.chat(askClerk(), {
    authorization: 'Bearer caller-key',
    cookie: 'c=1',
    'x-secret': 's',
    'x-forwarded-host': 'evil.example',
  })
  const headers = gateway.upstream.received[0]?.headers ?? {}
  expect(Object.keys(headers).sort()).toEqual([
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
    'user-agent',
    'x-request-id',
  ])
  expect(headers.authorization).toBe('Bearer sk-ours')
})

test('GAT-043 a reader that is slow does not count as a slow upstream', async () => {
  const { baseUrl, waiting } = await startUpstream(
    [...Array.from({ length: 400 }, () => chunk({ content: 'x'.repeat(20_000) })), chunk({}, 'stop')].map(
      (event) => `data: ${JSON.stringify(event)}\n\n`,
    ),
  )
  const gateway = await startForTest({ upstream: { baseUrl, timeouts: { betweenChunksMs: 1_000 } } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const request = new Request('http://localhost/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(askClerk({ stream: true })),
  })
  const response = await gateway.gateway.fetch(request, { remoteAddress: '127.0.0.1' })
  // Nothing more is taken from the upstream: the reader's pace has reached it.
  for (let before = -1; before !== waiting(); ) {
    before = waiting()
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
  }
  vi.advanceTimersByTime(10_000)
  expect((await response.text()).endsWith('data: [DONE]\n\n')).toBe(true)
})

/** Starts an upstream that streams at once; `waiting` tells how many bytes of it nobody has taken. */
async function startUpstream(events: string[]): Promise<{ baseUrl: string; waiting: () => number }> {
  let answering: ServerResponse | undefined
  const server = createHttpServer((_request, response) => {
    answering = response
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.join(''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    waiting: () => answering?.socket?.writableLength ?? 0,
  }
}

test('GAT-232 the row names the model that was asked last, also within one upstream', async () => {
  const target = (model: string) => ({ upstream: 'main', model })
  const models = { 'chat.smart': [target('big-1'), target('small-1')] }
  const gateway = await startForTest({ options: { models } })
  gateway.upstream.answer({ kind: 'whole', status: 503, body: {} })
  const { status } = await gateway.chat(askClerk())
  expect(status).toBe(200)
  expect(gateway.upstream.received.map(({ json }) => json['model'])).toEqual(['big-1', 'small-1'])
  const row = (await gateway.rows()).find(({ kind }) => kind === 'ai.invocation')
  expect(row?.payload).toMatchObject({ model: 'small-1', attempts: 2 })
})

/** Returns a loopback address that answers each connection as told. */
async function listenRaw(onConnection: (socket: Socket) => void): Promise<{ port: number; close(): void }> {
  const server = createServer(onConnection)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}

test.each([
  { reason: 'refused', host: 'http://127.0.0.1', answer: undefined },
  { reason: 'dns', host: 'https://upstream.invalid', answer: () => {} },
  { reason: 'tls', host: 'https://127.0.0.1', answer: (socket: Socket) => void socket.end('no TLS') },
  { reason: 'reset', host: 'http://127.0.0.1', answer: (socket: Socket) => void socket.resetAndDestroy() },
  { reason: 'reset', host: 'http://127.0.0.1', answer: (socket: Socket) => void socket.end() },
])('GAT-274 a connection that fails by $reason is told as that', async ({ reason, host, answer }) => {
  const { port, close } = await listenRaw(answer ?? (() => {}))
  if (answer === undefined) close()
  const gateway = await startForTest({ upstream: { baseUrl: `${host}:${port}/v1` } })
  const { status, json } = await gateway.chat(askClerk())
  expect([status, json]).toMatchObject([502, { error: { code: 'upstream_unreachable' } }])
  const failed = gateway.events.filter(({ type }) => type === 'upstream_failed')
  expect(failed).toMatchObject([{ code: 'upstream_unreachable', reason }])
})

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n'
const event = `data: ${JSON.stringify(chunk({ content: 'words' }))}\n\n`

test.each([
  { title: 'no HTTP', answer: 'words\r\n', sent: '502' },
  { title: 'two lengths', answer: head.replace('\r\n', '\r\nContent-Length: 5\r\n'), sent: '502' },
  {
    title: 'a chunk without a size behind a good one',
    answer: `${head}${event.length.toString(16)}\r\n${event}\r\nwords\r\n`,
    sent: '200',
  },
])('GAT-281 an answer that is $title is invalid, and asked for once', async ({ answer, sent }) => {
  let calls = 0
  const { port } = await listenRaw((socket) => {
    calls += 1
    socket.on('error', () => {}).once('data', () => socket.end(answer))
  })
  const upstream = { baseUrl: `http://127.0.0.1:${port}/v1`, retries: { attempts: 3, backoffMs: 1 } }
  const gateway = await startForTest({ upstream })
  const caller = connectRaw(gateway.url, askClerk({ stream: true }))
  const [data] = await once(caller, 'data')
  expect(String(data)).toContain(`HTTP/1.1 ${sent} `)
  await expect.poll(() => gateway.events.map(({ type }) => type)).toContain('request_end')
  caller.destroy()
  expect(gateway.events.at(-1)).toMatchObject({ code: 'upstream_invalid_response' })
  expect(calls).toBe(1)
})

test('GAT-274 of a timeout the phase is told', async () => {
  const gateway = await startForTest({ upstream: { timeouts: { headersMs: 50 } } })
  gateway.upstream.answer({ kind: 'silent' })
  expect((await gateway.chat(askClerk())).status).toBe(504)
  expect(gateway.events).toContainEqual(
    expect.objectContaining({ type: 'upstream_failed', code: 'upstream_timeout', reason: 'headers' }),
  )
})
