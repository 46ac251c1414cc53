import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { askClerk, CLERK, startForTest } from './start-gateway.ts'

const keyHash = createHash('sha256').update('harbour-key').digest('hex')
const authorization = { authorization: 'Bearer harbour-key' }

test.each([
  {
    title: 'no persona',
    fields: { agent_persona: undefined },
    headers: {},
    status: 400,
    json: { error: 'missing_agent_persona' },
  },
  {
    title: 'a persona that is no text',
    fields: { agent_persona: 7 },
    headers: {},
    status: 400,
    json: { error: 'invalid_persona_handle', agent_persona: null },
  },
  {
    title: 'no version',
    fields: { agent_persona: 'harbour-clerk' },
    headers: {},
    status: 400,
    json: { error: 'invalid_persona_handle', agent_persona: 'harbour-clerk' },
  },
  {
    title: 'a pre-release',
    fields: { agent_persona: 'a@1.0.0-rc' },
    headers: {},
    status: 400,
    json: { error: 'invalid_persona_handle', agent_persona: 'a@1.0.0-rc' },
  },
  {
    title: 'an endless handle',
    fields: { agent_persona: 'x'.repeat(5_000) },
    headers: {},
    status: 400,
    json: { error: 'invalid_persona_handle', agent_persona: 'x'.repeat(128) },
  },
  {
    title: 'two personas',
    fields: {},
    headers: { 'x-agent-persona': 'other@1.0.0' },
    status: 400,
    json: { error: 'conflicting_persona' },
  },
])('GAT-010 $title is refused with a flat body', async ({ fields, headers, status, json }) => {
  const gateway = await startForTest()
  const answer = await gateway.chat(askClerk(fields), headers as Record<string, string>)
  expect(answer.status).toBe(status)
  expect(answer.json).toEqual(json)
  expect(gateway.upstream.received).toHaveLength(0)
  expect(await gateway.rows()).toMatchObject([
    { kind: 'ai.precheck', payload: { decision: 'refused', reason: json.error } },
  ])
})

test.each([
  { title: 'nothing in the body', agent_persona: undefined, error: 'invalid_persona_handle' },
  { title: 'null in the body', agent_persona: null, error: 'invalid_persona_handle' },
  { title: 'a persona in the body', agent_persona: CLERK, error: 'conflicting_persona' },
])('GAT-465 an empty header beside $title is not passed over', async ({ agent_persona, error }) => {
  const gateway = await startForTest({
    options: { tenants: [{ name: 'harbour', keyHash, defaultPersona: CLERK }] },
  })
  const headers = { ...authorization, 'x-agent-persona': '' }
  const answer = await gateway.chat(askClerk({ agent_persona }), headers)
  expect([answer.status, answer.json['error']]).toEqual([400, error])
  expect(gateway.upstream.received).toHaveLength(0)
})

test('GAT-011 the header names the persona where the body does not', async () => {
  const gateway = await startForTest()
  const { status } = await gateway.chat(askClerk({ agent_persona: undefined }), { 'x-agent-persona': CLERK })
  expect(status).toBe(200)
})

test("GAT-012 a tenant's default is used, its list is kept to, and an empty list allows none", async () => {
  const other = { ...authorization, authorization: 'Bearer other-key' }
  const gateway = await startForTest({
    options: {
      tenants: [
        { name: 'harbour', keyHash, allowedPersonas: [CLERK], defaultPersona: CLERK },
        {
          name: 'nobody',
          keyHash: createHash('sha256').update('other-key').digest('hex'),
          allowedPersonas: [],
        },
      ],
    },
  })
  expect((await gateway.chat(askClerk({ agent_persona: undefined }), authorization)).status).toBe(200)
  const refused = await gateway.chat(askClerk({ agent_persona: 'tide-reader@1.0.0' }), authorization)
  expect([refused.status, refused.json]).toEqual([403, { error: 'persona_not_allowed', allowed: [CLERK] }])
  const none = await gateway.chat(askClerk(), other)
  expect([none.status, none.json]).toEqual([403, { error: 'persona_not_allowed', allowed: [] }])
  expect((await gateway.request('/v1/personas', { headers: other })).json['data']).toEqual([])
  expect((await gateway.chat(askClerk({ agent_persona: 'Bad' }), authorization)).json['error']).toBe(
    'invalid_persona_handle',
  )
})

test("GAT-013 the handles of an unknown persona are cut to the tenant's list", async () => {
  const gateway = await startForTest({
    options: { tenants: [{ name: 'harbour', keyHash, allowedPersonas: ['gone@1.0.0'] }] },
  })
  const answer = await gateway.chat(askClerk({ agent_persona: 'gone@1.0.0' }), authorization)
  expect(answer.json).toEqual({
    error: 'unknown_persona',
    agent_persona: 'gone@1.0.0',
    available_handles: [],
  })
})
