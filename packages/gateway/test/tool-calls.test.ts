import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chunk, completion, toolCallStream } from '@cordon/gateway/testing'
import { expect, test } from 'vitest'
import { askClerk, CLERK, eventsOf, personaFile, startForTest } from './start-gateway.ts'

const tainted = (fields: object = {}) =>
  askClerk({ messages: [{ role: 'user', content: 'mail', untrusted: true, label: 'MAIL' }], ...fields })
const fn = (name: string) => ({ id: 'c', type: 'function', function: { name, arguments: '{}' } })

interface Choice {
  readonly message: { tool_calls?: unknown; function_call?: unknown; refusal?: string | null }
  readonly finish_reason: string
}
const choicesOf = (json: Record<string, unknown>): Choice[] => json['choices'] as Choice[]

test.each([
  { title: 'a function', message: { tool_calls: [fn('send_mail')] }, tool: 'send_mail' },
  {
    title: 'a custom tool',
    message: { tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'shell', input: 'ls' } }] },
    tool: 'shell',
  },
  {
    title: 'the older function_call',
    message: { function_call: { name: 'send_mail', arguments: '{}' } },
    tool: 'send_mail',
  },
  {
    title: 'one of two calls',
    message: { tool_calls: [fn('read_tide'), fn('send_mail')] },
    tool: 'send_mail',
  },
  {
    title: 'a call without a name',
    message: { tool_calls: [{ id: 'c', type: 'function' }] },
    tool: '(unnamed)',
  },
  {
    title: 'a name of two kinds',
    message: { tool_calls: [{ function: { name: 'read_tide' }, custom: { name: 'shell' } }] },
    tool: 'shell',
  },
  { title: 'calls that are no list', message: { tool_calls: { 0: fn('send_mail') } }, tool: '(unnamed)' },
  {
    title: 'a name of the Model Context Protocol',
    message: { tool_calls: [fn(`mail.send-${'x'.repeat(118)}`)] },
    tool: `mail.send-${'x'.repeat(118)}`,
  },
  { title: 'a name that is words', message: { tool_calls: [fn('send mail')] }, tool: '(unnamed)' },
])('GAT-030 under taint $title outside allowed_tools is withheld', async ({ message, tool }) => {
  const gateway = await startForTest()
  gateway.upstream.answer({ kind: 'whole', body: completion(message, 'tool_calls') })
  const { status, json } = await gateway.chat(tainted())
  expect(status).toBe(200)
  const [choice] = choicesOf(json)
  expect(choice?.finish_reason).toBe('content_filter')
  expect(choice?.message).not.toHaveProperty('tool_calls')
  expect(choice?.message).not.toHaveProperty('function_call')
  expect(choice?.message.refusal).toContain(`"${tool}"`)
  expect(choice?.message.refusal).toContain('"allowed_tools"')
  expect(choice?.message.refusal).toContain(CLERK)
  const row = (await gateway.rows()).find(({ kind }) => kind === 'ai.tool_refused')
  expect(row?.payload).toMatchObject({
    persona_handle: CLERK,
    tool,
    choice: 0,
    action: 'refused',
    untrusted_labels: ['MAIL'],
  })
  expect((await gateway.request('/metrics')).text).toContain('cordon_tool_refusals_total{action="refused"} 1')
})

test('GAT-031 an allowed tool passes under taint, and any tool without', async () => {
  const gateway = await startForTest()
  const allowed = completion({ tool_calls: [fn('read_tide')] }, 'tool_calls')
  const other = completion({ tool_calls: [fn('send_mail')] }, 'tool_calls')
  gateway.upstream.answer({ kind: 'whole', body: allowed }, { kind: 'whole', body: other })
  expect(choicesOf((await gateway.chat(tainted())).json)[0]?.message.tool_calls).toEqual([fn('read_tide')])
  expect(choicesOf((await gateway.chat(askClerk())).json)[0]?.message.tool_calls).toEqual([fn('send_mail')])
})

test('GAT-032 each of n choices is judged alone', async () => {
  const gateway = await startForTest()
  const base = completion({ tool_calls: [fn('read_tide')] }, 'tool_calls')
  const [first] = base['choices'] as object[]
  const second = {
    index: 1,
    message: { role: 'assistant', content: null, tool_calls: [fn('send_mail')] },
    finish_reason: 'tool_calls',
  }
  gateway.upstream.answer({ kind: 'whole', body: { ...base, choices: [first, second] } })
  const choices = choicesOf((await gateway.chat(tainted({ n: 2 }))).json)
  expect(choices.map(({ finish_reason }) => finish_reason)).toEqual(['tool_calls', 'content_filter'])
  expect(choices[0]?.message.tool_calls).toEqual([fn('read_tide')])
})

test('GAT-394 a choice that goes on is not taken for one that ends, however a server writes it', async () => {
  const gateway = await startForTest()
  const goesOn = (delta: object): object => ({ choices: [{ index: 0, delta, finish_reason: '' }] })
  gateway.upstream.answer({
    kind: 'stream',
    events: [
      goesOn({ content: 'a' }),
      goesOn({ tool_calls: [{ index: 0, ...fn('read_tide') }] }),
      goesOn({ tool_calls: [{ index: 1, ...fn('send_mail') }] }),
      chunk({}, 'tool_calls'),
      'data: [DONE]\n\n',
    ],
  })
  const { text } = await gateway.chat(tainted({ stream: true }))
  expect(text).toContain('"content":"a"')
  expect(text).not.toContain('read_tide')
  expect(text.match(/"finish_reason":"\w+"/g)).toEqual(['"finish_reason":"content_filter"'])
  expect((await gateway.rows()).at(-1)?.payload['finish_reasons']).toEqual(['content_filter'])
})

test('GAT-394 a stream that only goes on is cut where it ends', async () => {
  const gateway = await startForTest()
  const event = { choices: [{ index: 0, delta: { content: 'a' }, finish_reason: '' }] }
  gateway.upstream.answer({ kind: 'stream', events: [event] })
  await expect(gateway.chat(askClerk({ stream: true }))).rejects.toThrow()
})

test('GAT-033 a tenant may have tainted calls reported instead', async () => {
  const keyHash = createHash('sha256').update('k').digest('hex')
  const gateway = await startForTest({
    options: { tenants: [{ name: 't', keyHash, taintedTools: 'report' }] },
  })
  gateway.upstream.answer(
    { kind: 'whole', body: completion({ tool_calls: [fn('send_mail')] }, 'tool_calls') },
    { kind: 'stream', events: toolCallStream('send_mail', '{}') },
  )
  const whole = await gateway.chat(tainted(), { authorization: 'Bearer k' })
  expect(choicesOf(whole.json)[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: { tool_calls: [fn('send_mail')] },
  })
  const stream = await gateway.chat(tainted({ stream: true }), { authorization: 'Bearer k' })
  expect(stream.text).toContain('send_mail')
  const rows = (await gateway.rows()).filter(({ kind }) => kind === 'ai.tool_refused')
  expect(rows.map(({ payload }) => payload['action'])).toEqual(['reported', 'reported'])
})

test.each([
  { kind: 'whole', body: completion({ tool_calls: [fn('send_mail'), fn('shell')] }, 'tool_calls') },
  {
    kind: 'stream',
    events: [
      chunk({
        tool_calls: [
          { index: 0, ...fn('send_mail') },
          { index: 1, ...fn('shell') },
        ],
      }),
      chunk({ tool_calls: [{ index: 1, function: { arguments: '{}' } }] }),
      chunk({}, 'tool_calls'),
      'data: [DONE]\n\n',
    ],
  },
] as const)('GAT-230 every reported call has a row: $kind', async (answer) => {
  const keyHash = createHash('sha256').update('k').digest('hex')
  const gateway = await startForTest({
    options: { tenants: [{ name: 't', keyHash, taintedTools: 'report' }] },
  })
  gateway.upstream.answer(answer)
  await gateway.chat(tainted({ stream: answer.kind === 'stream' }), { authorization: 'Bearer k' })
  const rows = (await gateway.rows()).filter(({ kind }) => kind === 'ai.tool_refused')
  expect(rows.map(({ payload }) => payload['tool'])).toEqual(['send_mail', 'shell'])
})

test.each([
  { title: 'calls', message: { tool_calls: Array.from({ length: 129 }, () => fn('read_tide')) }, choices: 1 },
  { title: 'choices', message: { content: 'ok' }, choices: 129 },
])('GAT-231 a tainted answer of more $title than a request can ask for is no answer', async (case_) => {
  const gateway = await startForTest()
  const base = completion(case_.message)
  const [choice] = base['choices'] as object[]
  const choices = Array.from({ length: case_.choices }, () => choice)
  gateway.upstream.answer({ kind: 'whole', body: { ...base, choices } })
  const { status, json } = await gateway.chat(tainted())
  expect([status, json]).toMatchObject([502, { error: { code: 'upstream_invalid_response' } }])
})

test('GAT-207 a name that is no text is outside every list, whatever stands beside it', async () => {
  const gateway = await startForTest()
  const calls = [{ function: { name: ['send_mail'] }, custom: { name: 'read_tide' } }]
  gateway.upstream.answer({ kind: 'whole', body: completion({ tool_calls: calls }, 'tool_calls') })
  const { text } = await gateway.chat(tainted())
  expect(text).not.toContain('send_mail')
  expect(text).toContain('content_filter')
})

test('GAT-207 a name that turns into no text is refused in a stream', async () => {
  const gateway = await startForTest()
  const piece = call(0, { function: { name: ['send_mail'] } })
  const events = [named(0, 'read_tide'), piece, chunk({}, 'tool_calls'), DONE]
  gateway.upstream.answer({ kind: 'stream', events })
  const { text } = await gateway.chat(tainted({ stream: true }))
  expect(text).not.toContain('tool_calls')
  expect(text).toContain('content_filter')
})

const call = (index: number, fields: object) => chunk({ tool_calls: [{ index, ...fields }] })
const named = (index: number, name: string) =>
  call(index, { id: `c${index}`, type: 'function', function: { name, arguments: '' } })
const DONE = 'data: [DONE]\n\n'

test.each([
  { title: 'a call outside the list', events: toolCallStream('send_mail', '{"to":"a"}') },
  {
    title: 'a refused call after an allowed one',
    events: [
      named(0, 'read_tide'),
      call(0, { function: { arguments: '{"secret":1}' } }),
      named(1, 'send_mail'),
      chunk({}, 'tool_calls'),
      DONE,
    ],
  },
  {
    title: 'a name that changes',
    events: [named(0, 'read_tide'), named(0, 'send_mail'), chunk({}, 'tool_calls'), DONE],
  },
  { title: 'a name in pieces', events: [named(0, 'read'), named(0, '_tide'), chunk({}, 'tool_calls'), DONE] },
  {
    title: 'a call that is never named',
    events: [call(0, { function: { arguments: '{}' } }), chunk({}, 'tool_calls'), DONE],
  },
  {
    title: 'the older function_call',
    events: [
      chunk({ function_call: { name: 'send_mail', arguments: '' } }),
      chunk({}, 'function_call'),
      DONE,
    ],
  },
  {
    title: 'a custom tool',
    events: [
      call(0, { type: 'custom', custom: { name: 'shell', input: '' } }),
      chunk({}, 'tool_calls'),
      DONE,
    ],
  },
])('GAT-034 in a stream under taint $title leaves no piece of a tool call', async ({ events }) => {
  const gateway = await startForTest()
  gateway.upstream.answer({
    kind: 'stream',
    events: [chunk({ role: 'assistant', content: 'One moment. ' }), ...events],
  })
  const { text } = await gateway.chat(tainted({ stream: true }))
  expect(text).toContain('One moment. ')
  expect(text).not.toContain('tool_calls')
  expect(text).not.toContain('function_call')
  expect(text).not.toContain('secret')
  const received = eventsOf(text) as {
    choices: { delta: { refusal?: string }; finish_reason: string | null }[]
  }[]
  const finishes = received.flatMap(({ choices }) => choices?.map(({ finish_reason }) => finish_reason) ?? [])
  expect(finishes.filter((reason) => reason !== null)).toEqual(['content_filter'])
  expect(text).toContain('"refusal":"The call of the tool')
  expect(text.endsWith(DONE)).toBe(true)
})

test('GAT-471 nobody can allow calls without a name', async () => {
  const gateway = await startForTest()
  const handle = 'other-clerk@1.0.0'
  await writeFile(
    join(gateway.folder, `${handle}.md`),
    personaFile(handle, 'You keep it.\n', 'allowed_tools: ["(unnamed)"]\n'),
  )
  await expect.poll(async () => (await gateway.request('/v1/personas')).text).toContain(handle)
  const nameless = { tool_calls: [{ id: 'c', type: 'function', function: { name: 5 } }] }
  gateway.upstream.answer(
    { kind: 'whole', body: completion(nameless, 'tool_calls') },
    { kind: 'stream', events: [call(0, { function: { arguments: '{}' } }), chunk({}, 'tool_calls'), DONE] },
  )
  for (const stream of [false, true]) {
    const { text } = await gateway.chat(tainted({ agent_persona: handle, stream }))
    expect(text).toContain('content_filter')
    expect(text).not.toContain('tool_calls')
  }
})

test.each([
  { name: 'mail.send', advice: true },
  { name: 'send mail', advice: false },
  { name: 5, advice: false },
])('GAT-475 the refusal of a call of $name tells what to add: $advice', async ({ name, advice }) => {
  const gateway = await startForTest()
  const calls = { tool_calls: [{ id: 'c', type: 'function', function: { name } }] }
  gateway.upstream.answer({ kind: 'whole', body: completion(calls, 'tool_calls') })
  const { text } = await gateway.chat(tainted())
  expect(text).toContain(`is not in \\"allowed_tools\\" of persona ${CLERK}.`)
  expect(text.includes('Add it there')).toBe(advice)
})

test('GAT-235 a call that is never named is reported once, however often its choice ends', async () => {
  const keyHash = createHash('sha256').update('k').digest('hex')
  const gateway = await startForTest({
    options: { tenants: [{ name: 't', keyHash, taintedTools: 'report' }] },
  })
  const end = chunk({}, 'tool_calls')
  const events = [call(0, { function: { arguments: '{}' } }), end, end, end, DONE]
  gateway.upstream.answer({ kind: 'stream', events })
  await gateway.chat(tainted({ stream: true }), { authorization: 'Bearer k' })
  const rows = (await gateway.rows()).filter(({ kind }) => kind === 'ai.tool_refused')
  expect(rows.map(({ payload }) => payload['tool'])).toEqual(['(unnamed)'])
})

const inChoice = (fields: object) => ({ ...chunk({}), choices: [{ index: 0, ...fields }] })

test.each([
  { title: 'choices that are no list', event: { ...chunk({}), choices: { 0: { delta: {} } } } },
  { title: 'a choice that is no object', event: { ...chunk({}), choices: ['send_mail'] } },
  { title: 'a delta that is no object', event: inChoice({ delta: [{ tool_calls: [] }] }) },
  { title: 'a whole message in a chunk', event: inChoice({ message: { tool_calls: [fn('send_mail')] } }) },
  { title: 'an index that is no number', event: inChoice({ index: 'x', delta: {} }) },
])('GAT-036 in a stream under taint $title ends it', async ({ event }) => {
  const gateway = await startForTest()
  gateway.upstream.answer({ kind: 'stream', events: [event, chunk({}, 'stop'), DONE] })
  const { status, json } = await gateway.chat(tainted({ stream: true }))
  expect([status, json]).toMatchObject([502, { error: { code: 'upstream_invalid_response' } }])
})

test('GAT-035 an allowed call arrives whole in a tainted stream, after the text', async () => {
  const gateway = await startForTest()
  gateway.upstream.answer({ kind: 'stream', events: toolCallStream('read_tide', '{"harbour":"north"}') })
  const events = eventsOf((await gateway.chat(tainted({ stream: true }))).text)
  const pieces = events.flatMap((event) => {
    const [choice] =
      typeof event === 'string'
        ? []
        : (event['choices'] as { delta: { tool_calls?: { function: { arguments: string } }[] } }[])
    return choice?.delta.tool_calls?.map(({ function: { arguments: text } }) => text) ?? []
  })
  expect(pieces.join('')).toBe('{"harbour":"north"}')
  expect(events.at(-2)).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] })
})

const KEY = 'sk-of-a-tenant'
const tenant = { name: 't', keyHash: createHash('sha256').update(KEY).digest('hex') }

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

test('GAT-149 usage passes in the chunk that ends a refused choice', async () => {
  const gateway = await startForTest()
  const rest = toolCallStream('send_mail', '{}')
  const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
  const last = { ...chunk({}, 'tool_calls'), usage }
  gateway.upstream.answer({ kind: 'stream', events: [...rest.slice(0, -2), last, 'data: [DONE]\n\n'] })
  const { text } = await gateway.chat(tainted({ stream: true }))
  expect(eventsOf(text)).toContainEqual(expect.objectContaining({ usage, choices: [] }))
})
