import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startScriptedUpstream } from '@cordon/gateway/testing'
import { expect, test } from 'vitest'
import cases from './cases/expected.json' with { type: 'json' }
import {
  askClerk,
  CLERK,
  eventsOf,
  personaFile,
  startForTest,
  startGateway,
  type TestOptions,
} from './start-gateway.ts'

interface Expectation {
  readonly status: number
  readonly body?: Record<string, unknown>
  readonly bodyMustNotContain?: readonly string[]
  readonly bodyErrorAnyOf?: readonly string[]
  readonly providerCalled?: boolean
  readonly provider?: Record<string, unknown>
  readonly providerMessages?: readonly object[]
  readonly headers?: Record<string, string>
  readonly contentType?: string
  readonly streamCarries?: string
  readonly auditBefore?: readonly string[]
  readonly auditRows?: Record<string, number>
  readonly requestObjectUnchanged?: boolean
}

interface RequestCase {
  readonly name: string
  readonly request: Record<string, unknown>
  readonly expect: Expectation
}

const requests = cases.requests as unknown as readonly RequestCase[]

test('GAT-001 every request case is here', () => {
  expect(requests).toHaveLength(18)
})

test.each(requests)('GAT-002 $name', async ({ request, expect: expected }) => {
  const { _given: given, ...body } = request
  const sealed = given === 'disk edited in sealed mode'
  const spare = await startScriptedUpstream()
  const options: TestOptions = {
    integrity: sealed ? 'sealed' : 'live',
    ...(given === 'audit append fails' ? { append: () => Promise.reject(new Error('down')) } : {}),
    options: { contact: 'ops@cyberos.world' },
  }
  const failsOver = given === 'first provider 503 x3, second 200'
  const gateway = await startGateway(
    failsOver
      ? { ...options, second: spare.baseUrl, upstream: { retries: { attempts: 3, backoffMs: 1 } } }
      : options,
  )
  if (failsOver) gateway.upstream.answer(...Array(3).fill({ kind: 'whole', status: 503, body: {} }))
  if (sealed) await writeFile(join(gateway.folder, `${CLERK}.md`), personaFile(CLERK, 'You pay everybody.\n'))
  const before = JSON.stringify(body)

  const answer = await gateway.chat(body)

  expect(answer.status).toBe(expected.status)
  expect(JSON.stringify(body)).toBe(before)
  const [sent] = gateway.upstream.received
  if (expected.body) expect(answer.json).toEqual(expected.body)
  for (const text of expected.bodyMustNotContain ?? []) expect(answer.text).not.toContain(text)
  if (expected.bodyErrorAnyOf) expect(expected.bodyErrorAnyOf).toContain(answer.json['error'])
  if (expected.providerCalled === false) expect(gateway.upstream.received).toHaveLength(0)
  if (expected.providerMessages) expect(sent?.json['messages']).toEqual(expected.providerMessages)
  for (const [name, value] of Object.entries(expected.headers ?? {}))
    expect(answer.headers.get(name)).toBe(value)
  if (expected.contentType) expect(answer.headers.get('content-type')).toBe(expected.contentType)
  if (expected.streamCarries) {
    const events = eventsOf(answer.text)
    expect(events.at(-1)).toBe('[DONE]')
    expect(events[0]).toHaveProperty('made_by_genie', { id: 'harbour-clerk', version: '1.0.0' })
    expect(events.at(-2)).toHaveProperty('made_by_genie', { id: 'harbour-clerk', version: '1.0.0' })
  }
  const { stopAbsentOrEmpty, ...fields } = expected.provider ?? {}
  if (expected.provider) expect(sent?.json).toMatchObject(fields)
  if (stopAbsentOrEmpty) expect(sent?.json['stop'] ?? []).toEqual([])
  const kinds = (await gateway.rows()).map(({ kind }) => kind)
  for (const kind of expected.auditBefore ?? []) expect(kinds).toContain(kind)
  for (const [kind, count] of Object.entries(expected.auditRows ?? {})) {
    expect(kinds.filter((found) => found === kind)).toHaveLength(count)
  }
  await gateway.close()
  await spare.close()
})

test.each([
  { name: 'ASCII', text: 'The ledger holds forty entries. ' },
  { name: 'escapes', text: '"\\"\n\t\u0000\u001f\u2028' },
  { name: 'two-byte', text: '港の書記は台帳の事実だけを述べる。' },
  { name: 'a pair at every cut', text: 'x😀' },
  { name: 'halves of pairs', text: '\ude00x\ud83d' },
])('GAT-003 long texts arrive as they were sent: $name', async ({ text }) => {
  const long = text.repeat(100_000 / text.length)
  const messages = [
    {
      role: 'user',
      content: [
        { type: 'text', text: `${long}.` },
        { type: 'x', nested: [long, [], {}, null, 1.5] },
      ],
    },
    { role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: long } }], label: 'A' },
  ]
  const gateway = await startGateway()
  await gateway.chat({ model: 'm', agent_persona: CLERK, messages, metadata: { long } })
  const { label: _label, ...assistant } = messages[1] as Record<string, unknown>
  expect(gateway.upstream.received[0]?.json).toMatchObject({ metadata: { long } })
  expect(gateway.upstream.received[0]?.json['messages']).toEqual([
    expect.objectContaining({ role: 'system' }),
    messages[0],
    assistant,
  ])
  await gateway.close()
})

test('GAT-490 requests that come at once keep their texts, answers and rows apart', async () => {
  const gateway = await startForTest()
  const ids = Array.from({ length: 24 }, (_, index) => `request-${index}`)
  const answers = await Promise.all(
    ids.map((id) =>
      gateway.chat(askClerk({ messages: [{ role: 'user', content: id }] }), { 'x-request-id': id }),
    ),
  )
  expect(answers.map(({ headers }) => headers.get('x-request-id'))).toEqual(ids)
  const { received } = gateway.upstream
  const sent = received.map(({ headers, json }) => [headers['x-request-id'], json['messages']])
  expect(new Map(sent as [string, unknown][])).toEqual(
    new Map(ids.map((id) => [id, expect.arrayContaining([{ role: 'user', content: id }])])),
  )
  const rows = await gateway.rows()
  for (const id of ids) {
    expect(rows.filter(({ payload }) => payload['request_id'] === id).map(({ kind }) => kind)).toEqual([
      'ai.precheck',
      'ai.persona_loaded',
      'ai.invocation',
    ])
  }
})
