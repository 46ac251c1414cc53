import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startScriptedUpstream } from '@cordon/gateway/testing'
import { expect, test } from 'vitest'
import cases from './cases/expected.json' with { type: 'json' }
import { CLERK, eventsOf, personaFile, startGateway, type TestOptions } from './start-gateway.ts'

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
