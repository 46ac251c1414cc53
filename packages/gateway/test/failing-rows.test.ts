import { createHash } from 'node:crypto'
import type { AuditSink } from '@cordon/gateway'
import { chunk, completion, toolCallStream } from '@cordon/gateway/testing'
import { expect, test } from 'vitest'
import { askClerk, connectRaw, startForTest } from './start-gateway.ts'

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

test('GAT-156 a row that fails after the call does not claim that nothing was sent', async () => {
  const gateway = await startForTest({
    append: async (kind) => {
      if (kind === 'ai.tool_refused') throw new Error('disk')
      return { chain: 'main', seq: 0, hash: '' }
    },
  })
  const events = [chunk({ content: 'words' }), ...toolCallStream('send_mail', '{}')]
  gateway.upstream.answer({ kind: 'stream', events, paceMs: 20 })
  const messages = [{ role: 'user', content: 'mail', untrusted: true }]
  const socket = connectRaw(gateway.url, askClerk({ messages, stream: true }))
  let text = ''
  socket.on('data', (data) => {
    text += data
  })
  await new Promise((resolve) => socket.on('close', resolve))
  expect(text).toContain('words')
  expect(text).toContain('"An audit row could not be written, so the request was given up."')
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
