import { AsyncLocalStorage } from 'node:async_hooks'
import type { GatewayOptions } from '@cordon/gateway'
import { completion, type ScriptedAnswer, startScriptedUpstream, textStream } from '@cordon/gateway/testing'
import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type TextMapPropagator,
  trace,
} from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterEach, expect, test } from 'vitest'
import {
  askClerk,
  CLERK,
  connectRaw,
  startForTest,
  startGateway,
  type TestGateway,
  type TestOptions,
} from './start-gateway.ts'

let running: TestGateway | undefined
const start = async (options?: TestOptions): Promise<TestGateway> => {
  running = await startGateway(options)
  return running
}
afterEach(async () => {
  await running?.close()
  running = undefined
})

test('GAT-100 the small routes answer', async () => {
  const gateway = await start()
  expect((await gateway.request('/healthz')).json).toEqual({ status: 'ok' })
  expect((await gateway.request('/readyz')).json).toMatchObject({
    status: 'ready',
    faults: [],
    personas: { integrity: 'live', count: 1 },
    audit: { writable: true, chain: 'main' },
    upstreams: ['main'],
  })
  expect((await gateway.request('/v1/personas')).json).toEqual({
    object: 'list',
    integrity: 'live',
    data: [{ id: CLERK, object: 'persona' }],
  })
  expect((await gateway.request('/v1/models')).json).toEqual({ object: 'list', data: [] })
})

test.each([
  { path: '/', method: 'GET', status: 404, code: 'not_found' },
  { path: '/v1/chat/completions', method: 'GET', status: 405, code: 'method_not_allowed' },
  { path: '/v1/chat/completions', method: 'OPTIONS', status: 405, code: 'method_not_allowed' },
  { path: '/v1/council', method: 'POST', status: 404, code: 'not_found' },
])('GAT-101 $method $path answers $status', async ({ path, method, status, code }) => {
  const gateway = await start()
  const answer = await gateway.request(path, { method })
  expect(answer.status).toBe(status)
  expect(answer.json).toMatchObject({ error: { code } })
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test.each([
  { path: '/v1/chat/completions', allow: 'POST' },
  { path: '/v1/models', allow: 'GET, HEAD' },
])('GAT-209 a 405 of $path names every method that is answered', async ({ path, allow }) => {
  const gateway = await start()
  expect((await gateway.request(path, { method: 'DELETE' })).headers.get('allow')).toBe(allow)
})

test.each([
  { title: 'no JSON', body: '{', status: 400, code: 'invalid_json' },
  { title: 'a list', body: '[]', status: 400, code: 'invalid_json' },
  { title: 'no messages', body: { model: 'm' }, status: 400, code: 'invalid_request' },
  { title: 'empty messages', body: { model: 'm', messages: [] }, status: 400, code: 'invalid_request' },
  {
    title: 'a message without a role',
    body: { model: 'm', messages: [{}] },
    status: 400,
    code: 'invalid_request',
  },
  { title: 'no model', body: { messages: [{ role: 'user' }] }, status: 400, code: 'invalid_request' },
  {
    title: 'a stream that is no boolean',
    body: askClerk({ stream: 1 }),
    status: 400,
    code: 'invalid_request',
  },
  {
    title: 'hints that are no object',
    body: askClerk({ llm_hints: [] }),
    status: 400,
    code: 'invalid_request',
  },
  { title: 'too much', body: askClerk({ pad: 'x'.repeat(3_000) }), status: 413, code: 'request_too_large' },
  {
    title: 'nesting without end',
    body: `{"model":"m","agent_persona":"${CLERK}","messages":[{"role":"user","content":"x"}],"x":${'['.repeat(900)}${']'.repeat(900)}}`,
    status: 200,
    code: '',
  },
])('GAT-102 $title answers $status', async ({ body, status, code }) => {
  const gateway = await start({ options: { limits: { maxBodyBytes: 2_048 } } })
  const answer = await gateway.chat(body)
  expect(answer.status).toBe(status)
  if (code) expect(answer.json).toMatchObject({ error: { type: 'invalid_request_error', code } })
})

test.each([
  { title: 'brackets alone', extra: `${'['.repeat(20_000)}${']'.repeat(20_000)}`, status: 400 },
  { title: 'brackets after an escaped quote', extra: `["\\"",${'['.repeat(1_001)}`, status: 400 },
  { title: 'brackets in a text', extra: JSON.stringify(`\\"${'['.repeat(20_000)}`), status: 200 },
  { title: 'many lists side by side', extra: `[${'[],'.repeat(20_000)}[]]`, status: 200 },
])('GAT-102 $title in a long body answer $status', async ({ extra, status }) => {
  const gateway = await start()
  const body = JSON.stringify(askClerk({ pad: 'x'.repeat(20_000) })).slice(0, -1)
  expect((await gateway.chat(`${body},"extra":${extra}}`)).status).toBe(status)
})

test('GAT-103 a council answers whole or as a stream of its progress, and leaves rows', async () => {
  const council: NonNullable<TestOptions['options']>['council'] = async (mode, content, { onEvent }) => {
    onEvent({ type: 'seat-end' })
    if (content === 'long') throw Object.assign(new Error('secret'), { code: 'ERR_MAGI_INPUT_TOO_LARGE' })
    if (content === 'tie') throw Object.assign(new Error('secret'), { code: 'ERR_MAGI_INSUFFICIENT_AGENTS' })
    return { report: `${mode}: ${content}` }
  }
  const gateway = await start({ options: { council } })
  const ask = (fields: object) =>
    gateway.request('/v1/council', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode: 'design', content: 'text', ...fields }),
    })
  expect((await ask({})).json).toEqual({ report: 'design: text' })
  expect((await ask({ stream: true })).text).toBe(
    'event: seat-end\ndata: {"type":"seat-end"}\n\nevent: report\ndata: {"report":"design: text"}\n\n',
  )
  expect((await ask({ mode: 'other' })).status).toBe(400)
  expect([(await ask({ content: 'long' })).status, (await ask({ content: 'tie' })).status]).toEqual([
    413, 503,
  ])
  const rows = (await gateway.rows()).map(({ kind, payload }) => [kind, payload['phase'], payload['reason']])
  expect(rows.slice(0, 2)).toEqual([
    ['ai.council', 'started', null],
    ['ai.council', 'finished', null],
  ])
  expect(rows.at(-1)).toEqual(['ai.council', 'failed', 'council_unavailable'])
})

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test('GAT-104 without an SDK the trace context goes through as it came; a bad one does not', async () => {
  const gateway = await start()
  await gateway.chat(askClerk(), { traceparent: TRACEPARENT, tracestate: 'a=1' })
  await gateway.chat(askClerk(), { traceparent: 'nonsense' })
  const [first, second] = gateway.upstream.received
  expect([first?.headers['traceparent'], first?.headers['tracestate']]).toEqual([TRACEPARENT, 'a=1'])
  expect(second?.headers['traceparent']).toBeUndefined()
  expect((await gateway.rows())[0]?.payload['trace_id']).toBe('0af7651916cd43dd8448eb211c80319c')
})

test.each([
  { title: 'version ff', traceparent: TRACEPARENT.replace(/^00/, 'ff') },
  { title: 'a trace of zeros', traceparent: TRACEPARENT.replace(/[0-9a-f]{32}/, '0'.repeat(32)) },
  {
    title: 'a parent of zeros',
    traceparent: TRACEPARENT.replace(/[0-9a-f]{16}-01$/, `${'0'.repeat(16)}-01`),
  },
])('GAT-162 $title is no trace context', async ({ traceparent }) => {
  const gateway = await start()
  await gateway.chat(askClerk(), { traceparent })
  expect(gateway.upstream.received[0]?.headers['traceparent']).toBeUndefined()
  expect((await gateway.rows())[0]?.payload['trace_id']).toBeNull()
})

test('GAT-209 a tracestate that is no ASCII stays here', async () => {
  const gateway = await start()
  await gateway.chat(askClerk(), { traceparent: TRACEPARENT, tracestate: 'a=\u00e9' })
  expect(gateway.upstream.received[0]?.headers).toMatchObject({ traceparent: TRACEPARENT })
  expect(gateway.upstream.received[0]?.headers['tracestate']).toBeUndefined()
})

const traceparentOnly: TextMapPropagator<Record<string, string>> = {
  fields: () => ['traceparent'],
  inject(active, carrier) {
    const { traceId, spanId } = trace.getSpanContext(active) ?? {}
    carrier['traceparent'] = `00-${traceId}-${spanId}-01`
  },
  extract(active, carrier) {
    const [, traceId = '', spanId = ''] = carrier['traceparent']?.split('-') ?? []
    return trace.setSpanContext(active, { traceId, spanId, traceFlags: 1, isRemote: true })
  },
}

test('GAT-105 with an SDK a span of the GenAI conventions is recorded and passed on', async () => {
  const exporter = new InMemorySpanExporter()
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  )
  propagation.setGlobalPropagator(traceparentOnly)
  const gateway = await start()
  await gateway.chat(askClerk(), { traceparent: TRACEPARENT })
  gateway.upstream.answer({ kind: 'whole', status: 500, body: {} })
  await gateway.chat(askClerk())
  await gateway.chat(askClerk({ model: 'words of a prompt' }))
  const [span, failed, unnamed] = exporter.getFinishedSpans()
  expect(span?.name).toBe('chat chat.smart')
  expect(span?.attributes).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'chat.smart',
    'gen_ai.request.temperature': 0.4,
    'gen_ai.request.max_tokens': 1024,
    'gen_ai.agent.name': 'harbour-clerk',
    'gen_ai.agent.id': CLERK,
    'gen_ai.agent.version': '1.0.0',
    'gen_ai.provider.name': 'main',
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.usage.input_tokens': 12,
    'gen_ai.usage.output_tokens': 7,
  })
  expect(span?.spanContext().traceId).toBe('0af7651916cd43dd8448eb211c80319c')
  expect(gateway.upstream.received[0]?.headers['traceparent']).toContain(span?.spanContext().spanId)
  expect(failed?.attributes['error.type']).toBe('upstream_error')
  expect(unnamed?.name).toBe('chat')
  expect(JSON.stringify(unnamed?.attributes)).not.toContain('words')
  trace.disable()
  propagation.disable()
  context.disable()
})

test('GAT-469 a span tells of the numbers of a request, and of the last upstream, whether it answers or not', async () => {
  const exporter = new InMemorySpanExporter()
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  )
  const second = await startScriptedUpstream()
  const models = {
    'chat.smart': [
      { upstream: 'main', model: 'large-1' },
      { upstream: 'second', model: 'small-1' },
    ],
  }
  const gateway = await start({ second: second.baseUrl, options: { models } })
  const down: ScriptedAnswer = { kind: 'whole', status: 401, body: {} }
  gateway.upstream.answer(down, down)
  second.answer({ kind: 'stream', events: textStream('a') }, down)
  const numbers = {
    n: 2,
    seed: 7,
    temperature: 0,
    top_p: 0.5,
    max_completion_tokens: 5,
    presence_penalty: 'x',
  }
  await gateway.chat(askClerk({ stream: true, ...numbers }))
  await gateway.chat(askClerk({ temperature: 'words of a prompt' }))
  const [answered, failed] = exporter.getFinishedSpans()
  expect(answered?.name).toBe('chat large-1')
  expect(answered?.attributes).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'second',
    'gen_ai.request.model': 'small-1',
    'gen_ai.request.stream': true,
    'gen_ai.request.choice.count': 2,
    'gen_ai.request.seed': 7,
    'gen_ai.request.temperature': 0,
    'gen_ai.request.top_p': 0.5,
    'gen_ai.request.max_tokens': 5,
    'gen_ai.agent.name': 'harbour-clerk',
    'gen_ai.agent.id': CLERK,
    'gen_ai.agent.version': '1.0.0',
    'gen_ai.response.finish_reasons': ['stop'],
  })
  expect(failed?.attributes).toMatchObject({
    'error.type': 'upstream_auth_failed',
    'gen_ai.provider.name': 'second',
    'gen_ai.request.model': 'small-1',
  })
  expect(JSON.stringify(failed?.attributes)).not.toContain('words')
  trace.disable()
  await second.close()
})

test('GAT-106 closing lets a stream end and refuses what comes after', async () => {
  const gateway = await start()
  gateway.upstream.answer({ kind: 'stream', events: textStream('a b c'), paceMs: 40 })
  const stream = gateway.chat(askClerk({ stream: true }))
  await expect.poll(() => gateway.upstream.received.length).toBe(1)
  const closing = gateway.gateway.close()
  const refused = await gateway.chat(askClerk())
  expect([refused.status, refused.json]).toMatchObject([503, { error: { code: 'shutting_down' } }])
  expect((await gateway.request('/readyz')).json).toMatchObject({ faults: ['draining'] })
  expect((await stream).text.endsWith('data: [DONE]\n\n')).toBe(true)
  await closing
})

test('GAT-106 an answer that waits for a slow reader goes out whole', async () => {
  const gateway = await start()
  gateway.upstream.answer({ kind: 'whole', body: completion({ content: 'x'.repeat(12_000_000) }) })
  const socket = connectRaw(gateway.url, askClerk())
  await new Promise((resolve) => socket.once('readable', resolve))
  const closing = gateway.close()
  let text = ''
  for await (const piece of socket) text += piece
  await closing
  running = undefined
  expect(text.endsWith('"made_by_genie":{"id":"harbour-clerk","version":"1.0.0"}}')).toBe(true)
})

test('GAT-106 not being ready is counted as 503', async () => {
  const gateway = await start()
  await gateway.gateway.close()
  expect((await gateway.request('/readyz')).status).toBe(503)
  expect((await gateway.request('/metrics')).text).toContain(
    'cordon_requests_total{route="/readyz",status="503"} 1',
  )
})

test('GAT-107 what does not end in time is ended', async () => {
  const gateway = await start({ options: { limits: { drainMs: 30 } } })
  gateway.upstream.answer({ kind: 'silent' })
  const asked = gateway.chat(askClerk()).catch(() => 'gone')
  await expect.poll(() => gateway.upstream.received.length).toBe(1)
  await gateway.gateway.close()
  expect(gateway.events.at(-1)).toEqual({ type: 'drain_end', abortedRequests: 1 })
  expect((await gateway.rows()).at(-1)?.payload).toMatchObject({ reason: 'shutting_down' })
  expect(await asked).toMatchObject({ status: 503 })
})

test('GAT-108 a reload of the registry is counted and told', async () => {
  const gateway = await start()
  await gateway.writePersona(CLERK, 'You keep another ledger.\n')
  await expect
    .poll(async () => (await gateway.request('/metrics')).text, { timeout: 5_000 })
    .toContain('ai_persona_reload_total{outcome="success"} 1')
  expect(gateway.events).toContainEqual({
    type: 'persona_event',
    event: expect.objectContaining({ type: 'persona_reloaded', handle: CLERK }),
  })
})

test('GAT-320 under the span of a server that the gateway is mounted in, the span is its child', async () => {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const storage = new AsyncLocalStorage<Context>()
  trace.setGlobalTracerProvider(provider)
  propagation.setGlobalPropagator(traceparentOnly)
  context.setGlobalContextManager({
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (given, call, self, ...values) => storage.run(given, () => call.apply(self, values)),
    bind: (_given, target) => target,
    enable() {
      return this
    },
    disable() {
      return this
    },
  })
  const { gateway } = await start()
  const server = provider.getTracer('host').startSpan('POST')
  const request = new Request('http://127.0.0.1/v1/chat/completions', {
    method: 'POST',
    headers: { host: '127.0.0.1', 'content-type': 'application/json', traceparent: TRACEPARENT },
    body: JSON.stringify(askClerk()),
  })
  const answer = await context.with(trace.setSpan(ROOT_CONTEXT, server), () =>
    gateway.fetch(request, { remoteAddress: '127.0.0.1' }),
  )
  expect(answer.status).toBe(200)
  await answer.text()
  const [span] = exporter.getFinishedSpans()
  expect(span?.parentSpanContext?.spanId).toBe(server.spanContext().spanId)
  expect(span?.spanContext().traceId).toBe(server.spanContext().traceId)
  trace.disable()
  propagation.disable()
  context.disable()
})

test('GAT-142 what a council tells after its end reaches nobody', async () => {
  let tell: () => void = () => {}
  const council: NonNullable<GatewayOptions['council']> = async (_mode, _content, { onEvent }) => {
    tell = () => onEvent({ type: 'late' })
    return { report: 'x' }
  }
  const gateway = await startForTest({ options: { council } })
  const { text } = await gateway.request('/v1/council', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'design', content: 'text', stream: true }),
  })
  tell()
  expect(text).toBe('event: report\ndata: {"report":"x"}\n\n')
})
