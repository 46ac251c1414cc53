import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { AUDIT_FIELDS, auditPayload, GatewayError, logEvents } from '@cordon/gateway'
import { chunk, completion, textStream } from '@cordon/gateway/testing'
import { trace } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { failure } from '../src/contract/failure.ts'
import { FAILURES } from '../src/contract/failure-table.ts'
import { CLERK, startForTest, startGateway } from './start-gateway.ts'

const CANARY = 'canary-7f3a'
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

test('GAT-090 nothing secret gets into a row, a log line, a metric or an error', async () => {
  const lines: string[] = []
  const logger = pino(
    { level: 'info' },
    new Writable({
      write(line, _encoding, done) {
        lines.push(String(line))
        done()
      },
    }),
  )
  const listen = logEvents(logger)
  const gateway = await startGateway({
    upstream: { apiKey: `${CANARY}-upstream-key` },
    options: {
      onEvent: listen,
      tenants: [{ name: 't', keyHash: hashOf(`${CANARY}-key`) }],
      fenceNonces: 'keyed',
      fenceSecret: `${CANARY}-fence-secret-of-32-bytes-and-more`,
    },
  })
  const headers = {
    authorization: `Bearer ${CANARY}-key`,
    cookie: `s=${CANARY}`,
    'x-secret': CANARY,
    tracestate: `v=${CANARY}`,
  }
  const body = (fields: object = {}): object => ({
    model: 'm',
    agent_persona: CLERK,
    user: `${CANARY}-user`,
    metadata: { [CANARY]: CANARY },
    tools: [{ type: 'function', function: { name: 'x', description: CANARY } }],
    messages: [
      { role: 'system', content: `${CANARY}-system` },
      { role: 'user', content: `${CANARY}-prompt`, untrusted: true },
      { role: 'tool', tool_call_id: CANARY, content: `${CANARY}-tool` },
    ],
    ...fields,
  })
  const call = {
    id: CANARY,
    type: 'function',
    function: { name: `${CANARY} with blanks`, arguments: CANARY },
  }
  gateway.upstream.answer(
    {
      kind: 'whole',
      body: { ...completion({ content: `${CANARY}-answer`, tool_calls: [call] }), model: CANARY },
    },
    { kind: 'stream', events: [...textStream(`${CANARY} streamed`)] },
    { kind: 'whole', status: 400, body: { error: { message: `${CANARY}-upstream-says`, code: CANARY } } },
    { kind: 'whole', status: 500, body: `${CANARY}-broken` },
    { kind: 'whole', body: `{"choices": ${CANARY}` },
    { kind: 'stream', events: [`data: ${CANARY}\n\n`] },
  )
  const answers = [
    await gateway.chat(body(), headers),
    await gateway.chat(body({ stream: true }), headers),
    await gateway.chat(body(), headers),
    await gateway.chat(body(), headers),
    await gateway.chat(body(), headers),
    await gateway.chat(body({ stream: true }), headers),
    await gateway.chat(body({ agent_persona: `${CANARY} as a handle` }), headers),
    await gateway.chat(body({ model: `${CANARY} as a model` }), headers),
    await gateway.chat(
      body({ messages: [{ role: 'user', content: 'x', untrusted: true, label: CANARY }] }),
      headers,
    ),
    await gateway.chat(`{"${CANARY}": `, headers),
    await gateway.chat(body(), { authorization: `Bearer ${CANARY}-wrong-key` }),
    await gateway.request(`/v1/${CANARY}?key=${CANARY}`, { headers }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([
    200, 200, 400, 502, 502, 502, 400, 200, 400, 400, 401, 404,
  ])
  await gateway.rows()
  const log = join(gateway.folder, 'audit')
  const rows = await Promise.all((await readdir(log)).map((name) => readFile(join(log, name), 'utf8')))
  const metrics = (await gateway.request('/metrics')).text
  expect(rows.join('').split('\n').length).toBeGreaterThan(15)
  expect(lines.length).toBeGreaterThan(10)
  expect(rows.join('')).not.toContain(CANARY)
  expect(lines.join('')).not.toContain(CANARY)
  expect(metrics).not.toContain(CANARY)
  // What the gateway itself says of a failure; the third answer is the upstream's own words to its caller.
  for (const answer of answers.slice(3, 6)) expect(answer.text).not.toContain(CANARY)
  await gateway.close()
})

test('GAT-256 nothing secret gets into a span', async () => {
  const exporter = new InMemorySpanExporter()
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  )
  onTestFinished(() => trace.disable())
  const gateway = await startForTest({ upstream: { apiKey: `${CANARY}-upstream-key` } })
  const body = (fields: object): object => ({
    model: 'm',
    agent_persona: CLERK,
    user: CANARY,
    messages: [
      { role: 'user', content: CANARY, untrusted: true },
      { role: 'tool', tool_call_id: CANARY, content: CANARY },
    ],
    ...fields,
  })
  const call = { id: CANARY, type: 'function', function: { name: CANARY, arguments: CANARY } }
  const whole = { ...completion({ content: CANARY, tool_calls: [call] }, CANARY), id: CANARY, model: CANARY }
  gateway.upstream.answer(
    { kind: 'whole', body: whole },
    { kind: 'stream', events: textStream(CANARY) },
    { kind: 'stream', events: [chunk({ content: CANARY }), { error: { message: CANARY } }] },
    { kind: 'whole', status: 400, body: { error: { message: CANARY, code: CANARY, type: CANARY } } },
    { kind: 'whole', status: 500, body: CANARY },
    { kind: 'whole', body: CANARY },
    { kind: 'reset' },
  )
  const headers = { authorization: `Bearer ${CANARY}`, cookie: CANARY, baggage: `k=${CANARY}` }
  for (const fields of [{}, { stream: true }, { stream: true }, {}, {}, {}, {}, { model: `${CANARY} x` }])
    await gateway.chat(body(fields), headers).catch(() => {})
  const spans = exporter.getFinishedSpans()
  expect(spans).toHaveLength(8)
  for (const { name, attributes, events, links, status } of spans)
    expect(JSON.stringify({ name, attributes, events, links, status })).not.toContain(CANARY)
})

test('GAT-091 a payload has the fields of its kind and no other', () => {
  const given = {
    ...Object.fromEntries(AUDIT_FIELDS.tool_refused.map((name) => [name, name])),
    prompt: CANARY,
    headers: CANARY,
  }
  const payload = auditPayload('tool_refused', given as never)
  expect(Object.keys(payload)).toEqual([
    'persona_handle',
    'request_id',
    'trace_id',
    'tenant',
    'tool',
    'choice',
    'action',
    'untrusted_labels',
  ])
})

test('GAT-092 every failure has a fixed sentence, a code and a brand', () => {
  for (const [code, { message, status }] of Object.entries(FAILURES)) {
    const error = failure(code as keyof typeof FAILURES, {} as never)
    expect(error.message).toBe(message)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(GatewayError.isInstance(error)).toBe(true)
    expect(GatewayError.isInstance(new Error(message))).toBe(false)
  }
})
