import { once } from 'node:events'
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import timers from 'node:timers/promises'
import { chunk, type ScriptedAnswer, startScriptedUpstream, textStream } from '@cordon/gateway/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { askClerk, connectRaw, startForTest } from './start-gateway.ts'

interface FaultCase {
  readonly title: string
  readonly answer: ScriptedAnswer
  readonly status: number
  readonly code: string
}

const whole = (
  status: number,
  body: object | string = {},
  headers: Record<string, string> = {},
): ScriptedAnswer => ({
  kind: 'whole',
  status,
  body,
  headers,
})
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

test.each([
  { title: 'the most values', count: 1_999_996, status: 200 },
  { title: 'more values than that', count: 1_999_997, status: 502 },
])('GAT-390 an answer of $title is $status', async ({ count, status }) => {
  const gateway = await startForTest()
  // Each comma counts as one value, and so does each list and object.
  gateway.upstream.answer(whole(200, `{"choices":[],"x":[${'0,'.repeat(count)}0]}`))
  const answer = await gateway.chat(askClerk())
  expect(answer.status).toBe(status)
  if (status === 200) return
  expect(answer.json).toMatchObject({ error: { code: 'upstream_invalid_response' } })
  expect((await gateway.rows()).at(-1)?.payload['reason']).toBe('upstream_invalid_response')
})

const members = (names: number, objects = 1): string =>
  `[${Array(objects)
    .fill(JSON.stringify(Object.fromEntries(Array.from({ length: names }, (_, index) => [`n${index}`, 0]))))
    .join(',')}]`
const pad = '.'.repeat(20_000)

test.each([
  { title: 'the most names', body: `{"choices":[],"${pad}":0,"x":${members(2_497)}}`, status: 200 },
  { title: 'more names than that', body: `{"choices":[],"${pad}":0,"x":${members(2_498)}}`, status: 502 },
  { title: 'the most members', body: `{"choices":[],"x":${members(250, 2_399)}}`, status: 200 },
  { title: 'more members than that', body: `{"choices":[],"x":${members(250, 2_400)}}`, status: 502 },
])('GAT-467 an answer of $title is $status', async ({ body, status }) => {
  const gateway = await startForTest()
  gateway.upstream.answer(whole(200, body))
  const answer = await gateway.chat(askClerk())
  expect(answer.status).toBe(status)
  if (status !== 200) expect(answer.json).toMatchObject({ error: { code: 'upstream_invalid_response' } })
})

test.each([
  { title: 'the most names', names: 2_497, status: 200 },
  { title: 'more names than that', names: 2_498, status: 502 },
])('GAT-467 an event of $title is $status', async ({ names, status }) => {
  const gateway = await startForTest()
  const event = `data: {"choices":[],"${pad}":0,"x":${members(names)}}\n\n`
  gateway.upstream.answer({ kind: 'stream', events: [event, ...textStream('a')] })
  expect((await gateway.chat(askClerk({ stream: true }))).status).toBe(status)
})

test('GAT-473 an answer with the probabilities of tokens under their text arrives', async () => {
  const gateway = await startForTest()
  const top_logprobs = Array.from({ length: 400 }, (_, at) =>
    Object.fromEntries(Array.from({ length: 5 }, (_unused, other) => [` token${at}_${other}`, -0.125])),
  )
  const choices = [{ message: { content: 'a' }, finish_reason: 'stop', logprobs: { top_logprobs } }]
  gateway.upstream.answer(whole(200, { choices }))
  expect((await gateway.chat(askClerk({ logprobs: 5 }))).json).toMatchObject({ choices })
})

test('GAT-050 the wait that an upstream asks for is told to the caller', async () => {
  const gateway = await startForTest()
  gateway.upstream.answer(whole(429, {}, { 'retry-after': '7' }))
  expect((await gateway.chat(askClerk())).headers.get('retry-after')).toBe('7')
})

// The table is that of ORC-062, in whole seconds: two packages read the header, and neither may drift.
test.each([
  ['5', '5'],
  ['1.5', '2'],
  ['0', '0'],
  ['Sun, 06 Nov 1994 08:49:37 GMT', '60'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '60'],
  ['Sun Nov  6 08:49:37 1994', '60'],
  ['Sun, 06 Nov 1994 08:40:00 GMT', '0'],
  ['', null],
  ['-5', null],
  ['5 apples', null],
  ['120, 120', null],
  ['1994-11-06', null],
  ['9'.repeat(30), null],
])('GAT-163 Retry-After: %s asks to wait %s s', async (wait, seconds) => {
  const gateway = await startForTest()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(1994, 10, 6, 8, 48, 37) })
  onTestFinished(() => void vi.useRealTimers())
  gateway.upstream.answer(whole(429, {}, { 'retry-after': wait }))
  expect((await gateway.chat(askClerk())).headers.get('retry-after')).toBe(seconds)
})

test("GAT-051 a refused request comes back with the upstream's words and status, our key cut out", async () => {
  const gateway = await startForTest({ upstream: { apiKey: 'sk-upstream' } })
  const error = {
    message: 'context too long (key sk-upstream)',
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
    param: 'messages',
  }
  gateway.upstream.answer(whole(400, { error }))
  const { status, json } = await gateway.chat(askClerk())
  expect(status).toBe(400)
  expect(json).toEqual({ error: { ...error, message: 'context too long (key ***)' } })
})

test.each([
  { title: 'an error that is a text', body: { error: 'too long' } },
  { title: 'the answer itself', body: { object: 'error', message: 'too long', type: 'T', code: 400 } },
  { title: 'a detail', body: { detail: 'too long' } },
  { title: 'a list of one', body: [{ error: { message: 'too long', code: 400 } }] },
])('GAT-470 the words of a refusal are found in $title', async ({ body }) => {
  const gateway = await startForTest()
  gateway.upstream.answer(whole(400, body))
  const type = 'type' in body ? 'T' : 'invalid_request_error'
  expect((await gateway.chat(askClerk())).json).toEqual({
    error: { message: 'too long', type, code: 'upstream_rejected', param: null },
  })
})

test.each([{ detail: [{ msg: 'x' }] }, [], ['x'], null])(
  'GAT-470 a refusal without words gets ours: %o',
  async (body) => {
    const gateway = await startForTest()
    gateway.upstream.answer(whole(422, JSON.stringify(body)))
    expect((await gateway.chat(askClerk())).json).toMatchObject({
      error: { message: 'The upstream refused the request.', code: 'upstream_rejected' },
    })
  },
)

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

test('GAT-055 what a second call may mend is tried again, and the next upstream after that', async () => {
  const second = await startScriptedUpstream()
  const gateway = await startForTest({
    upstream: { retries: { attempts: 2, backoffMs: 1 } },
    second: second.baseUrl,
  })
  gateway.upstream.answer(whole(500), { kind: 'reset' })
  expect((await gateway.chat(askClerk())).status).toBe(200)
  expect([gateway.upstream.received.length, second.received.length]).toEqual([2, 1])
  const rows = await gateway.rows()
  expect(rows.map(({ kind }) => kind)).toEqual(['ai.precheck', 'ai.persona_loaded', 'ai.invocation'])
  expect(rows[2]?.payload).toMatchObject({ attempts: 3, upstream: 'second' })
  await second.close()
})

test.each([
  { title: 'a refusal', answer: whole(422, { error: { message: 'no' } }) },
  { title: 'an answer that is too large', answer: whole(200, { choices: [], pad: 'x'.repeat(5_000) }) },
])('GAT-056 $title is not tried again', async ({ answer }) => {
  const gateway = await startForTest({
    upstream: { retries: { attempts: 3, backoffMs: 1 } },
    options: { limits },
  })
  gateway.upstream.answer(answer)
  await gateway.chat(askClerk())
  expect(gateway.upstream.received).toHaveLength(1)
})

/** Has every wait between two calls end at once; returns the waits so far, in milliseconds. */
function skipWaits(): () => unknown[] {
  const sleep = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined)
  syncBuiltinESMExports()
  onTestFinished(() => {
    sleep.mockRestore()
    syncBuiltinESMExports()
  })
  return () => sleep.mock.calls.map(([ms]) => ms)
}

/** Has chance say the same until the running test ends. */
function fixChance(random: number): void {
  const chance = vi.spyOn(Math, 'random').mockReturnValue(random)
  onTestFinished(() => chance.mockRestore())
}

test('GAT-057 Retry-After is waited for when it is short, else the call is given up', async () => {
  const retries = { attempts: 2, backoffMs: 1, maxRetryAfterMs: 1_500 }
  const gateway = await startForTest({ upstream: { retries } })
  gateway.upstream.answer(whole(429, {}, { 'retry-after': '1' }))
  const waits = skipWaits()
  fixChance(0)
  expect((await gateway.chat(askClerk())).status).toBe(200)
  expect(waits()).toEqual([1_000])
  gateway.upstream.answer(whole(429, {}, { 'retry-after': '60' }))
  expect((await gateway.chat(askClerk())).status).toBe(503)
  expect(gateway.upstream.received).toHaveLength(3)
})

test.each([503, 500, 408])('GAT-204 Retry-After is waited for with %s, too', async (status) => {
  const retries = { attempts: 2, backoffMs: 1, maxRetryAfterMs: 1_500 }
  const gateway = await startForTest({ upstream: { retries } })
  const waits = skipWaits()
  fixChance(0)
  gateway.upstream.answer(whole(status, {}, { 'retry-after': '1' }))
  expect((await gateway.chat(askClerk())).status).toBe(200)
  expect(waits()).toEqual([1_000])
  gateway.upstream.answer(whole(status, {}, { 'retry-after': '60' }))
  const given = await gateway.chat(askClerk())
  expect([given.status, given.headers.get('retry-after')]).toEqual([502, null])
  expect(gateway.upstream.received).toHaveLength(3)
})

test.each([
  { title: 'no Retry-After', headers: {}, random: 0, wait: 800 },
  { title: 'no Retry-After', headers: {}, random: 0.5, wait: 1_000 },
  { title: 'a longer Retry-After', headers: { 'retry-after': '2' }, random: 0, wait: 2_000 },
  { title: 'a longer Retry-After', headers: { 'retry-after': '2' }, random: 0.5, wait: 2_200 },
  { title: 'a shorter Retry-After', headers: { 'retry-after': '0' }, random: 0.5, wait: 1_000 },
])('GAT-310 after $title, chance of $random waits $wait ms', async ({ headers, random, wait }) => {
  const retries = { attempts: 2, backoffMs: 1_000 }
  const gateway = await startForTest({ upstream: { retries } })
  const waits = skipWaits()
  fixChance(random)
  gateway.upstream.answer(whole(503, {}, headers))
  expect((await gateway.chat(askClerk())).status).toBe(200)
  expect(waits()).toEqual([wait])
})

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

const choices = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ index, message: {}, delta: {}, finish_reason: 'stop' }))

test.each([
  { count: 128, status: 200 },
  { count: 129, status: 502 },
])('GAT-275 an answer of $count choices, whole or streamed, is $status', async ({ count, status }) => {
  const gateway = await startForTest()
  gateway.upstream.answer(whole(200, { choices: choices(count) }), {
    kind: 'stream',
    events: [{ choices: choices(count) }],
  })
  expect((await gateway.chat(askClerk())).status).toBe(status)
  expect((await gateway.chat(askClerk({ stream: true }))).status).toBe(status)
})
