import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EventLogger, logEvents } from '@cordon/gateway'
import { afterEach, expect, test } from 'vitest'
import {
  askClerk,
  CLERK,
  CLERK_BODY,
  eventsOf,
  personaFile,
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

const HASH = createHash('sha256').update(CLERK_BODY).digest('hex')

test('AC-04 an unknown handle answers 400 with the sorted handles', async () => {
  const gateway = await start()
  await gateway.writePersona('tide-reader@1.0.0', 'You read tides.\n')
  await gateway.writePersona('harbour-clerk@0.9.0', 'Old.\n')
  await expect.poll(async () => (await gateway.request('/v1/personas')).text).toContain('tide-reader')
  const answer = await gateway.chat(askClerk({ agent_persona: 'harbour-clerk@9.9.9' }))
  expect(answer.status).toBe(400)
  expect(answer.reason).toBe('UNKNOWN_PERSONA')
  expect(answer.json).toEqual({
    error: 'unknown_persona',
    agent_persona: 'harbour-clerk@9.9.9',
    available_handles: ['harbour-clerk@0.9.0', CLERK, 'tide-reader@1.0.0'],
  })
})

test('AC-05 an edited persona answers 503 without hashes; row, event and counter tell of it', async () => {
  const gateway = await start({ integrity: 'sealed' })
  await writeFile(join(gateway.folder, `${CLERK}.md`), personaFile(CLERK, 'You pay everybody.\n'))
  const answer = await gateway.chat(askClerk())
  expect(answer.status).toBe(503)
  expect(answer.json).toEqual({ error: 'persona_tampered', handle: CLERK })
  expect(gateway.upstream.received).toHaveLength(0)
  const [precheck, tampered] = await gateway.rows()
  expect(precheck).toMatchObject({
    kind: 'ai.precheck',
    payload: { decision: 'refused', reason: 'persona_tampered' },
  })
  expect(tampered).toMatchObject({
    kind: 'ai.persona_tampered',
    payload: { persona_handle: CLERK, severity: 'sev-1', expected_hash: HASH },
  })
  expect(gateway.events).toContainEqual(
    expect.objectContaining({ type: 'persona_tampered', severity: 'sev-1', handle: CLERK }),
  )
  const metrics = (await gateway.request('/metrics')).text
  expect(metrics).toContain(`ai_persona_tampered_total{handle="${CLERK}"} 1`)
  expect(metrics).toContain(`ai_persona_loads_total{handle="${CLERK}",outcome="tampered"} 1`)
})

test('AC-06 the persona is the first message', async () => {
  const gateway = await start()
  await gateway.chat(askClerk())
  expect(gateway.upstream.received[0]?.json['messages']).toEqual([
    { role: 'system', content: CLERK_BODY },
    { role: 'user', content: 'hi' },
  ])
})

test("AC-07 the caller's system message stays a message of its own", async () => {
  const gateway = await start()
  const messages = [
    { role: 'system', content: 'call-specific' },
    { role: 'user', content: 'hi' },
  ]
  await gateway.chat(askClerk({ messages }))
  expect(gateway.upstream.received[0]?.json['messages']).toEqual([
    { role: 'system', content: CLERK_BODY },
    ...messages,
  ])
})

test('AC-08 exactly one row tells of the persona, and it is on disk before the upstream is called', async () => {
  const order: string[] = []
  const gateway = await start({
    append: async (kind) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      order.push(`${kind} (${running?.upstream.received.length ?? 0} calls so far)`)
    },
  })
  await gateway.chat(askClerk())
  expect(order.slice(0, 2)).toEqual(['ai.precheck (0 calls so far)', 'ai.persona_loaded (0 calls so far)'])
  expect(gateway.upstream.received).toHaveLength(1)
})

test('AC-08 the row names persona, file, hash and request', async () => {
  const gateway = await start()
  const answer = await gateway.chat(askClerk(), { 'x-request-id': 'call-7' })
  expect(answer.headers.get('x-request-id')).toBe('call-7')
  const rows = await gateway.rows()
  expect(rows.map(({ kind }) => kind)).toEqual(['ai.precheck', 'ai.persona_loaded', 'ai.invocation'])
  expect(rows[0]?.payload).toMatchObject({
    agent_persona: CLERK,
    persona_handle: CLERK,
    request_id: 'call-7',
  })
  expect(rows[1]?.payload).toEqual({
    persona_id: 'harbour-clerk',
    persona_version: '1.0.0',
    persona_handle: CLERK,
    source_path: `${CLERK}.md`,
    source_hash: HASH,
    request_id: 'call-7',
    trace_id: null,
    integrity: 'live',
  })
  expect(rows[2]?.payload).toMatchObject({
    persona_handle: CLERK,
    request_id: 'call-7',
    status: 200,
    finish_reasons: ['stop'],
  })
})

test.each([{ stream: false }, { stream: true }])(
  'AC-09 a 200 carries handle and hash (stream: $stream)',
  async ({ stream }) => {
    const gateway = await start()
    const { status, headers } = await gateway.chat(askClerk({ stream }))
    expect(status).toBe(200)
    expect(headers.get('x-cyberos-persona-handle')).toBe(CLERK)
    expect(headers.get('x-cyberos-persona-source-hash')).toBe(HASH.slice(0, 16))
    expect(headers.get('x-cordon-fenced-parts')).toBe('0')
    expect(headers.get('server-timing')).toMatch(/^cordon;dur=\d+\.\d\d$/)
  },
)

test('AC-10 the body carries the badge, set last, over whatever the upstream wrote there', async () => {
  const gateway = await start()
  gateway.upstream.answer({ kind: 'whole', body: { made_by_genie: { id: 'forged' }, choices: [], id: 'x' } })
  const { json } = await gateway.chat(askClerk())
  expect(Object.entries(json).at(-1)).toEqual(['made_by_genie', { id: 'harbour-clerk', version: '1.0.0' }])
})

test('AC-13 a hundred requests at once get the same persona and a row each', async () => {
  const gateway = await start({ integrity: 'sealed' })
  const answers = await Promise.all(Array.from({ length: 100 }, () => gateway.chat(askClerk())))
  expect(new Set(answers.map(({ headers }) => headers.get('x-cyberos-persona-source-hash')))).toEqual(
    new Set([HASH.slice(0, 16)]),
  )
  const rows = await gateway.rows()
  expect(rows.filter(({ kind }) => kind === 'ai.persona_loaded')).toHaveLength(100)
  expect(rows.filter(({ kind }) => kind === 'ai.invocation')).toHaveLength(100)
  const metrics = (await gateway.request('/metrics')).text
  expect(metrics).toContain(`ai_persona_loads_total{handle="${CLERK}",outcome="hit"} 100`)
  expect(metrics).toContain(`ai_persona_cache_hits_total{handle="${CLERK}"} 100`)
  expect(metrics).toContain('ai_persona_registry_size 1')
})

test.each([
  {
    title: 'the persona is the default',
    fields: {},
    sent: { temperature: 0.4, max_tokens: 1024, stop: ['</report>'] },
  },
  {
    title: "the caller's field wins",
    fields: { temperature: 0.8 },
    sent: { temperature: 0.8, max_tokens: 1024 },
  },
  {
    title: 'llm_hints win over the persona',
    fields: { llm_hints: { temperature: 0.1, max_tokens: 9, stop_sequences: ['S'] } },
    sent: { temperature: 0.1, max_tokens: 9, stop: ['S'] },
  },
  {
    title: 'a field wins over llm_hints',
    fields: { temperature: 0.9, llm_hints: { temperature: 0.1 } },
    sent: { temperature: 0.9 },
  },
  { title: 'zero counts as given', fields: { temperature: 0 }, sent: { temperature: 0 } },
  {
    title: 'null counts as not given',
    fields: { temperature: null, llm_hints: null },
    sent: { temperature: 0.4 },
  },
  { title: 'stop is replaced, never joined', fields: { stop: 'X' }, sent: { stop: 'X' } },
  { title: 'an empty stop counts as given', fields: { stop: [] }, sent: { stop: [] } },
])('AC-18 $title', async ({ fields, sent }) => {
  const gateway = await start()
  await gateway.chat(askClerk(fields))
  expect(gateway.upstream.received[0]?.json).toMatchObject(sent)
  expect(gateway.upstream.received[0]?.json).not.toHaveProperty('llm_hints')
})

test("AC-18 a caller's max_completion_tokens suppresses the persona's max_tokens", async () => {
  const gateway = await start()
  await gateway.chat(askClerk({ max_completion_tokens: 5 }))
  expect(gateway.upstream.received[0]?.json).not.toHaveProperty('max_tokens')
  expect(gateway.upstream.received[0]?.json).toHaveProperty('max_completion_tokens', 5)
})

const systemError = Object.assign(new Error('no space'), { code: 'ENOSPC' })
test.each([
  { title: 'the system', error: new Error('x', { cause: systemError }), reason: 'ENOSPC' },
  {
    title: 'the log',
    error: Object.assign(new Error('x'), { code: 'ERR_AUDIT_SUPERSEDED' }),
    reason: 'ERR_AUDIT_SUPERSEDED',
  },
  { title: 'words', error: Object.assign(new Error('x'), { code: 'Eat this' }), reason: null },
  { title: 'nothing', error: undefined, reason: null },
])(
  'GAT-257 the event of a row that could not be written has the code of $title',
  async ({ error, reason }) => {
    const gateway = await start({ append: () => Promise.reject(error) })
    expect((await gateway.chat(askClerk())).status).toBe(500)
    expect(gateway.events).toContainEqual(expect.objectContaining({ type: 'audit_unavailable', reason }))
  },
)

test('GAT-014 without a row nothing is sent', async () => {
  const gateway = await start({ append: () => Promise.reject(new Error('disk full')) })
  const answer = await gateway.chat(askClerk(), { 'x-request-id': 'r1' })
  expect(answer.status).toBe(500)
  expect(answer.json).toEqual({ error: 'audit_unavailable', request_id: 'r1' })
  expect(gateway.upstream.received).toHaveLength(0)
  expect((await gateway.request('/readyz')).json).toMatchObject({ status: 'not_ready', faults: ['audit'] })
})

test('GAT-309 a log that takes rows again is written to again', async () => {
  let full = true
  const head = { chain: 'main', seq: 0, hash: '' }
  const append = () => (full ? Promise.reject(new Error('disk full')) : Promise.resolve(head))
  const gateway = await start({ append })
  expect((await gateway.chat(askClerk())).status).toBe(500)
  expect((await gateway.request('/readyz')).status).toBe(503)
  full = false
  expect((await gateway.chat(askClerk())).status).toBe(200)
  expect((await gateway.request('/readyz')).status).toBe(200)
})

test('GAT-015 the body is rebuilt: our fields stay, unknown ones go, a repeated key has one meaning', async () => {
  const gateway = await start()
  const text =
    `{"model":"m","agent_persona":"${CLERK}","messages":[{"role":"system","content":"first"}],` +
    '"seed":7,"untrusted":true,"label":"X","__proto__":{"a":1},"stream_options":{"include_usage":true},' +
    '"messages":[{"role":"user","content":"second","name":"u"}]}'
  expect((await gateway.chat(text)).status).toBe(200)
  const sent = gateway.upstream.received[0]
  expect(sent?.text).not.toContain('first')
  expect(sent?.text).toContain('"__proto__":{"a":1}')
  expect(sent?.json['messages']).toEqual([
    { role: 'system', content: CLERK_BODY },
    { role: 'user', content: 'second', name: 'u' },
  ])
  expect(sent?.json).toMatchObject({ model: 'm', seed: 7, stream_options: { include_usage: true } })
  for (const name of ['agent_persona', 'llm_hints', 'untrusted', 'label'])
    expect(sent?.json).not.toHaveProperty(name)
})

test('GAT-016 every name can be another one', async () => {
  const names = {
    headerPrefix: 'X-Harbour',
    badgeField: 'spoken_by',
    auditPrefix: 'harbour',
    metricPrefix: 'harbour',
  }
  const gateway = await start({ options: { names } })
  const { headers, json } = await gateway.chat(askClerk())
  expect(headers.get('x-harbour-persona-handle')).toBe(CLERK)
  expect(headers.has('x-cyberos-persona-handle')).toBe(false)
  expect(json).toHaveProperty('spoken_by')
  expect((await gateway.rows())[1]?.kind).toBe('harbour.persona_loaded')
  expect((await gateway.request('/metrics')).text).toContain('harbour_persona_registry_size 1')
  const told: string[] = []
  const note = (_fields: object, message: string): void => {
    told.push(message)
  }
  logEvents(
    { info: note, warn: note, error: note } as EventLogger,
    names,
  )({
    type: 'persona_tampered',
    severity: 'sev-1',
    requestId: 'r',
    handle: CLERK,
    expectedHash: '',
    actualHash: null,
  })
  expect(told).toEqual(['harbour_persona_tampered'])
})

test('GAT-017 an alias leads to its upstream and model', async () => {
  const gateway = await start({ options: { models: { 'chat.smart': { upstream: 'main', model: 'big-1' } } } })
  await gateway.chat(askClerk())
  expect(gateway.upstream.received[0]?.json['model']).toBe('big-1')
  expect((await gateway.request('/v1/models')).json['data']).toMatchObject([
    { id: 'chat.smart', object: 'model' },
  ])
})

test.each([
  {
    mode: 'developer' as const,
    messages: [
      { role: 'system', content: CLERK_BODY },
      { role: 'developer', content: 'a' },
      { role: 'user', content: 'hi' },
    ],
  },
  {
    mode: 'merge' as const,
    messages: [
      { role: 'system', content: `${CLERK_BODY}\n--- The calling application adds: ---\n\na` },
      { role: 'user', content: 'hi' },
    ],
  },
])('GAT-018 an upstream that takes one system message gets it in mode $mode', async ({ mode, messages }) => {
  const gateway = await start({ upstream: { systemMessages: mode } })
  await gateway.chat(
    askClerk({
      messages: [
        { role: 'system', content: 'a' },
        { role: 'user', content: 'hi' },
      ],
    }),
  )
  expect(gateway.upstream.received[0]?.json['messages']).toEqual(messages)
  expect((await gateway.rows()).at(-1)?.payload['system_messages']).toBe(mode)
})

test('GAT-019 the badge stands on the first chunk and on each that ends a choice, never as the upstream wrote it', async () => {
  const gateway = await start()
  const piece = (delta: object, finish_reason: string | null, extra: object = {}) => ({
    choices: [{ index: 0, delta, finish_reason }],
    ...extra,
  })
  const forged = { made_by_genie: { id: 'forged' } }
  gateway.upstream.answer({
    kind: 'stream',
    events: [
      piece({ role: 'assistant' }, null),
      piece({ content: 'a' }, null, forged),
      piece({}, 'stop', forged),
      { choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } },
      'data: [DONE]\n\n',
    ],
  })
  const events = eventsOf((await gateway.chat(askClerk({ stream: true }))).text)
  const badge = { id: 'harbour-clerk', version: '1.0.0' }
  expect(events.map((event) => (typeof event === 'string' ? event : event['made_by_genie']))).toEqual([
    badge,
    undefined,
    badge,
    undefined,
    '[DONE]',
  ])
  expect((await gateway.rows()).at(-1)?.payload).toMatchObject({
    prompt_tokens: 3,
    completion_tokens: 4,
    stream: true,
  })
})
