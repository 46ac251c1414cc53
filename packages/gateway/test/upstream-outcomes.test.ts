import {
  chunk,
  completion,
  type ScriptedAnswer,
  startScriptedUpstream,
  textStream,
} from '@cordon/gateway/testing'
import { expect, onTestFinished, test } from 'vitest'
import { askClerk, connectRaw, startForTest, type TestGateway } from './start-gateway.ts'

const tainted = { messages: [{ role: 'user', content: 'mail', untrusted: true }] }

/** How often each outcome was counted for the upstream `main`. */
async function outcomesOf(gateway: TestGateway): Promise<Record<string, number>> {
  const { text } = await gateway.request('/metrics')
  const lines = text.matchAll(/^cordon_upstream_attempts_total\{upstream="main",outcome="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]))
}

/** The events about failed calls. */
const failedCalls = (gateway: TestGateway): unknown[] =>
  gateway.events.filter(({ type }) => type === 'upstream_failed')

const BROKEN: readonly { title: string; answer: ScriptedAnswer; fields: object; code: string }[] = [
  {
    title: 'a stream that is cut',
    answer: { kind: 'stream', events: [chunk({ content: 'a' })], cut: true },
    fields: { stream: true },
    code: 'upstream_stream_cut',
  },
  {
    title: 'a stream that stops',
    answer: { kind: 'stream', events: textStream('a b'), paceMs: 60_000 },
    fields: { stream: true },
    code: 'upstream_timeout',
  },
  {
    title: 'an error in mid-stream',
    answer: { kind: 'stream', events: [chunk({ content: 'a' }), { error: {} }], paceMs: 5 },
    fields: { stream: true },
    code: 'upstream_error',
  },
  {
    title: 'an event that is no JSON',
    answer: { kind: 'stream', events: [chunk({ content: 'a' }), 'data: {\n\n'], paceMs: 5 },
    fields: { stream: true },
    code: 'upstream_invalid_response',
  },
  {
    title: 'a whole answer that the guard refuses',
    answer: { kind: 'whole', body: { ...completion({}), choices: ['x'] } },
    fields: tainted,
    code: 'upstream_invalid_response',
  },
]

test.each(BROKEN)('GAT-304 $title is counted once, as failed, and told', async ({ answer, fields, code }) => {
  const gateway = await startForTest({ upstream: { timeouts: { betweenChunksMs: 50 } } })
  gateway.upstream.answer(answer)
  await gateway.chat(askClerk(fields)).catch(() => {})
  await expect.poll(() => outcomesOf(gateway)).toEqual({ [code]: 1 })
  expect(failedCalls(gateway)).toMatchObject([{ code, upstream: 'main', attempt: 1 }])
})

test('GAT-304 a stream that arrives whole is counted once, as good', async () => {
  const gateway = await startForTest()
  await gateway.chat(askClerk({ stream: true }))
  expect(await outcomesOf(gateway)).toEqual({ ok: 1 })
})

test('GAT-304 a caller that leaves in mid-stream is no failure of the upstream', async () => {
  const gateway = await startForTest()
  gateway.upstream.answer({ kind: 'stream', events: textStream('a b'), paceMs: 60_000 })
  const socket = connectRaw(gateway.url, askClerk({ stream: true }))
  await new Promise((resolve) => socket.once('data', resolve))
  socket.destroy()
  await expect.poll(() => outcomesOf(gateway)).toEqual({ client_closed: 1 })
  expect(failedCalls(gateway)).toEqual([])
})

const whole = (status: number): ScriptedAnswer => ({ kind: 'whole', status, body: {} })

test.each([
  { answer: whole(500), code: 'upstream_error', status: 500 },
  { answer: whole(429), code: 'upstream_rate_limited', status: 429 },
  { answer: whole(403), code: 'upstream_auth_failed', status: 403 },
  { answer: whole(301), code: 'upstream_redirect', status: 301 },
  { answer: whole(422), code: 'upstream_rejected', status: 422 },
  { answer: whole(200), code: 'upstream_invalid_response', status: null },
  { answer: { kind: 'reset' } as const, code: 'upstream_unreachable', status: null },
])('GAT-306 the event of $code has the status $status', async ({ answer, code, status }) => {
  const gateway = await startForTest()
  gateway.upstream.answer(answer)
  await gateway.chat(askClerk())
  expect(failedCalls(gateway)).toMatchObject([{ code, status }])
})

const OPENINGS: readonly { title: string; answer: ScriptedAnswer; fields: object }[] = [
  {
    title: 'an error event',
    answer: { kind: 'stream', events: [{ error: { message: 'overloaded' } }] },
    fields: { stream: true },
  },
  {
    title: 'an event that is no JSON',
    answer: { kind: 'stream', events: ['data: nonsense\n\n'] },
    fields: { stream: true },
  },
  {
    title: 'half an event',
    answer: { kind: 'stream', events: ['data: {"choi'], cut: true },
    fields: { stream: true },
  },
  {
    title: '[DONE] before any chunk',
    answer: { kind: 'stream', events: ['data: [DONE]\n\n'] },
    fields: { stream: true },
  },
  {
    title: 'a choice that the guard refuses',
    answer: { kind: 'stream', events: [{ choices: ['x'] }] },
    fields: { stream: true, ...tainted },
  },
  {
    title: 'a whole answer that the guard refuses',
    answer: { kind: 'whole', body: { choices: ['x'] } },
    fields: tainted,
  },
]

test.each(OPENINGS)('GAT-307 after $title the next upstream is asked', async ({ answer, fields }) => {
  const second = await startScriptedUpstream()
  onTestFinished(() => second.close())
  const gateway = await startForTest({ second: second.baseUrl })
  gateway.upstream.answer(answer)
  const { status, text } = await gateway.chat(askClerk(fields))
  expect(status).toBe(200)
  expect(text).toContain('Noted, ')
  expect([gateway.upstream.received.length, second.received.length]).toEqual([1, 1])
  const row = (await gateway.rows()).at(-1)
  expect(row).toMatchObject({ kind: 'ai.invocation', payload: { upstream: 'second', attempts: 2 } })
})

test('GAT-307 an error event at the beginning is tried again at the same upstream first', async () => {
  const gateway = await startForTest({ upstream: { retries: { attempts: 2, backoffMs: 1 } } })
  gateway.upstream.answer({ kind: 'stream', events: [{ error: {} }] })
  const { status, text } = await gateway.chat(askClerk({ stream: true }))
  expect([status, text.endsWith('data: [DONE]\n\n')]).toEqual([200, true])
  expect(await outcomesOf(gateway)).toEqual({ upstream_error: 1, ok: 1 })
})

test('GAT-307 once a comment has gone out, nobody else is asked', async () => {
  const second = await startScriptedUpstream()
  onTestFinished(() => second.close())
  const gateway = await startForTest({ second: second.baseUrl })
  gateway.upstream.answer({ kind: 'stream', events: [': working\n\n', { error: {} }], paceMs: 20 })
  await expect(gateway.chat(askClerk({ stream: true }))).rejects.toThrow()
  expect(second.received).toHaveLength(0)
})
