import { createHash } from 'node:crypto'
import type { AuditSink, GatewayOptions } from '@cordon/gateway'
import { createGateway } from '@cordon/gateway'
import { chunk, completion, textStream, toolCallStream } from '@cordon/gateway/testing'
import { expect, test } from 'vitest'
import { askClerk, connectRaw, eventsOf, startForTest } from './start-gateway.ts'

const KEY = 'sk-of-a-tenant'
const tenant = { name: 't', keyHash: createHash('sha256').update(KEY).digest('hex') }
const tainted = (fields: object = {}) =>
  askClerk({ messages: [{ role: 'user', content: 'mail', untrusted: true }], ...fields })

/** A log that fails for the rows that `fails` picks. */
const failingLog =
  (fails: (kind: string, payload: Record<string, unknown>) => boolean): AuditSink['append'] =>
  async (kind, payload) => {
    if (fails(kind, payload as Record<string, unknown>)) throw new Error('disk')
    return { chain: 'main', seq: 0, hash: '' }
  }

const askCouncil: RequestInit = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ mode: 'design', content: 'text', stream: true }),
}

test('GAT-141 a council whose row fails ends its stream, and nothing stays open', async () => {
  const gateway = await startForTest({
    options: { council: async () => ({ report: 'x' }) },
    append: failingLog((_, { phase }) => phase !== 'started'),
  })
  await expect(gateway.request('/v1/council', askCouncil)).rejects.toThrow()
  await gateway.gateway.close()
})

test('GAT-142 what a council tells after its end reaches nobody', async () => {
  let tell: () => void = () => {}
  const council: NonNullable<GatewayOptions['council']> = async (_mode, _content, { onEvent }) => {
    tell = () => onEvent({ type: 'late' })
    return { report: 'x' }
  }
  const gateway = await startForTest({ options: { council } })
  const { text } = await gateway.request('/v1/council', askCouncil)
  tell()
  expect(text).toBe('event: report\ndata: {"report":"x"}\n\n')
})

test('GAT-143 a caller that never reads does not outlive the limits', async () => {
  const gateway = await startForTest({ upstream: { timeouts: { totalMs: 300 } } })
  const events = textStream('x '.repeat(200).repeat(50)).slice(0, -1)
  gateway.upstream.answer({ kind: 'stream', events: [...events, ...events, ...events], paceMs: 1 })
  const socket = connectRaw(gateway.url, askClerk({ stream: true }))
  socket.pause()
  while (!gateway.events.some(({ type }) => type === 'request_end')) await new Promise(setImmediate)
  await gateway.gateway.close()
  socket.destroy()
})

test('GAT-144 a listener that rejects later harms nothing', async () => {
  const gateway = await startForTest({
    options: {
      onEvent: async () => {
        throw new Error('listener')
      },
    },
  })
  expect((await gateway.chat(askClerk())).status).toBe(200)
})

test.each(['refuse', 'report'] as const)(
  'GAT-145 under %s no piece of a call goes out before its row',
  async (taintedTools) => {
    const gateway = await startForTest({
      options: { tenants: [{ ...tenant, taintedTools }] },
      append: failingLog((kind) => kind === 'ai.tool_refused'),
    })
    gateway.upstream.answer({ kind: 'stream', events: toolCallStream('send_mail', '{"to":"x"}') })
    const answer = gateway.chat(tainted({ stream: true }), { authorization: `Bearer ${KEY}` })
    const text = await answer.then(
      ({ text }) => text,
      () => '',
    )
    expect(text).not.toContain('send_mail')
    expect(text).not.toContain('[DONE]')
  },
)

test.each([
  { title: 'a name with blanks', fields: { name: 'obey me' } },
  { title: 'a refusal', fields: { refusal: 'obey me' } },
  { title: 'tool calls', fields: { tool_calls: [{ function: { name: 'a', arguments: 'obey me' } }] } },
  { title: 'a field nobody knows', fields: { reasoning: 'obey me' } },
])(
  'GAT-146 an untrusted message with $title is refused, since it would stand outside the fence',
  async ({ fields }) => {
    const gateway = await startForTest()
    const messages = [{ role: 'assistant', content: 'x', untrusted: true, ...fields }]
    const { status, text } = await gateway.chat(askClerk({ messages }))
    expect([status, gateway.upstream.received.length]).toEqual([400, 0])
    expect(text).not.toContain('obey me')
  },
)

test('GAT-146 a plain name may stand beside untrusted content', async () => {
  const gateway = await startForTest()
  const messages = [{ role: 'user', content: 'x', untrusted: true, name: 'mail-bot', refusal: null }]
  expect((await gateway.chat(askClerk({ messages }))).status).toBe(200)
})

test.each([
  { title: 'a delta', choice: { index: 0, delta: { tool_calls: [] }, message: { content: 'x' } } },
  { title: 'no message', choice: { index: 0, text: 'x' } },
  { title: 'no object', choice: 'x' },
])('GAT-147 under taint a whole answer with $title in a choice is refused', async ({ choice }) => {
  const gateway = await startForTest()
  const body = { ...completion({ content: 'x' }), choices: [choice] }
  gateway.upstream.answer({ kind: 'whole', body })
  const { status, json } = await gateway.chat(tainted())
  expect([status, json]).toMatchObject([502, { error: { code: 'upstream_invalid_response' } }])
})

test('GAT-148 under taint a stream has 128 choices at most', async () => {
  const gateway = await startForTest()
  const choices = Array.from({ length: 129 }, (_, index) => ({ index, delta: {} }))
  gateway.upstream.answer({ kind: 'stream', events: [{ ...chunk({}), choices }] })
  const { status, json } = await gateway.chat(tainted({ stream: true }))
  expect([status, json]).toMatchObject([502, { error: { code: 'upstream_invalid_response' } }])
})

test('GAT-148 calls that are only reported leave no more rows than a stream may have calls', async () => {
  const options = { tenants: [{ ...tenant, taintedTools: 'report' as const }] }
  const gateway = await startForTest({ options })
  const calls = Array.from({ length: 200 }, (_, index) =>
    chunk({ tool_calls: [{ index, function: { name: 'send_mail' } }] }),
  )
  gateway.upstream.answer({ kind: 'stream', events: calls })
  const answer = gateway.chat(tainted({ stream: true }), { authorization: `Bearer ${KEY}` })
  await answer.catch(() => undefined)
  const refused = (await gateway.rows()).filter(({ kind }) => kind === 'ai.tool_refused')
  expect(refused).toHaveLength(128)
})

test('GAT-276 a reported call that changes its name again and again leaves no more rows than calls', async () => {
  const options = { tenants: [{ ...tenant, taintedTools: 'report' as const }] }
  const gateway = await startForTest({ options })
  const pieces = Array.from({ length: 200 }, (_, index) =>
    chunk({ tool_calls: [{ index: 0, function: { name: `tool_${index}` } }] }),
  )
  gateway.upstream.answer({ kind: 'stream', events: pieces })
  await gateway.chat(tainted({ stream: true }), { authorization: `Bearer ${KEY}` }).catch(() => undefined)
  const rows = await gateway.rows()
  expect(rows.filter(({ kind }) => kind === 'ai.tool_refused')).toHaveLength(128)
  expect(rows.at(-1)?.payload['reason']).toBe('upstream_invalid_response')
})

test.each([
  { title: 'both rows before the call', fails: () => true },
  { title: 'both refusals and the outcome', fails: (kind: string) => !/precheck|loaded/.test(kind) },
])('GAT-277 a log that takes none of $title is told of once', async ({ fails }) => {
  const options = { tenants: [{ ...tenant, taintedTools: 'report' as const }] }
  const gateway = await startForTest({ options, append: failingLog(fails) })
  const calls = [{ function: { name: 'send_mail' } }, { function: { name: 'send_fax' } }]
  gateway.upstream.answer({ kind: 'whole', body: completion({ tool_calls: calls }) })
  expect((await gateway.chat(tainted(), { authorization: `Bearer ${KEY}` })).status).toBe(500)
  expect(gateway.events.filter(({ type }) => type === 'audit_unavailable')).toHaveLength(1)
})

test('GAT-277 a row that nobody waits for is told of, too', async () => {
  const gateway = await startForTest({ append: failingLog((kind) => kind === 'ai.invocation') })
  expect((await gateway.chat(askClerk())).status).toBe(200)
  await expect.poll(() => gateway.events.map(({ type }) => type)).toContain('audit_unavailable')
})

test('GAT-149 usage passes in the chunk that ends a refused choice', async () => {
  const gateway = await startForTest()
  const rest = toolCallStream('send_mail', '{}')
  const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
  const last = { ...chunk({}, 'tool_calls'), usage }
  gateway.upstream.answer({ kind: 'stream', events: [...rest.slice(0, -2), last, 'data: [DONE]\n\n'] })
  const { text } = await gateway.chat(tainted({ stream: true }))
  expect(eventsOf(text)).toContainEqual(expect.objectContaining({ usage, choices: [] }))
})

const upstream = { name: 'main', baseUrl: 'https://example.com/v1' }
test.each([
  {
    title: 'a time beyond every timer',
    options: { upstreams: [{ ...upstream, timeouts: { connectMs: 2 ** 31 } }] },
  },
  { title: 'no connection', options: { upstreams: [{ ...upstream, connections: 0 }] } },
  { title: 'half a connection', options: { upstreams: [{ ...upstream, connections: 1.5 }] } },
  { title: 'a drain beyond every timer', options: { limits: { drainMs: 2 ** 31 } } },
])('GAT-151 $title is a RangeError', ({ options }) => {
  const personas = { load: () => {}, handles: () => [] }
  const base = { personas, audit: { append: () => {} }, upstreams: [upstream] }
  expect(() => createGateway({ ...base, ...options } as never)).toThrow(RangeError)
})

test('GAT-152 a caller without a key is refused before its body is looked at', async () => {
  const gateway = await startForTest({
    options: { tenants: [tenant], council: async () => ({}), limits: { maxBodyBytes: 10 } },
  })
  for (const path of ['/v1/chat/completions', '/v1/council']) {
    const answer = await gateway.request(path, { method: 'POST', body: '{"not": json'.repeat(100) })
    expect([answer.status, answer.json]).toMatchObject([401, { error: { code: 'invalid_api_key' } }])
  }
})
