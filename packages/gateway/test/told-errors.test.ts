import { chunk, completion, type ScriptedAnswer } from '@cordon/gateway/testing'
import { expect, test } from 'vitest'
import { askClerk, startForTest } from './start-gateway.ts'

const words = [chunk({ content: 'words' }), chunk({}, 'stop'), 'data: [DONE]\n\n']
const json = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

const ERRORS = [
  { title: 'an event of that name', event: `event: error\n${json({ message: 'overloaded', code: 529 })}` },
  { title: 'an event of that name without JSON', event: 'event:error\ndata: overloaded\n\n' },
  { title: 'an event of that name without text', event: 'data\ndata:\nevent: error\r\n\r\n' },
  { title: 'an event of that name that ends all', event: 'event: error\ndata: [DONE]\n\n' },
  { title: 'a member', event: json({ error: { message: 'overloaded' } }) },
  { title: 'a member beside choices', event: json({ ...chunk({ content: '' }), error: 'overloaded' }) },
]

test.each(ERRORS)('GAT-461 an error in a stream that is told by $title is one', async ({ event }) => {
  const gateway = await startForTest()
  gateway.upstream.answer({ kind: 'stream', events: [event, ...words] })
  const { status, json: answer } = await gateway.chat(askClerk({ stream: true }))
  expect([status, answer]).toMatchObject([502, { error: { code: 'upstream_error' } }])
  gateway.upstream.answer({ kind: 'stream', events: [...words.slice(0, 1), event, ...words], paceMs: 5 })
  await expect(gateway.chat(askClerk({ stream: true }))).rejects.toThrow()
  expect((await gateway.rows()).at(-1)?.payload['reason']).toBe('upstream_error')
})

test.each([
  { title: 'the name of the event before it', events: [`event: error\n\n${json(chunk({ content: 'a' }))}`] },
  { title: 'another name', events: [`event: message\n${json(chunk({ content: 'a' }))}`] },
  { title: 'an empty error', events: [json({ ...chunk({ content: 'a' }), error: '' })] },
  { title: 'usage alone', events: [json({ choices: null, usage: { prompt_tokens: 1 } })] },
])('GAT-461 a chunk with $title is none', async ({ events }) => {
  const gateway = await startForTest()
  gateway.upstream.answer({ kind: 'stream', events: [...events, ...words] })
  const { status, text } = await gateway.chat(askClerk({ stream: true }))
  expect([status, text.endsWith('data: [DONE]\n\n')]).toEqual([200, true])
})

test.each([{ message: 'overloaded', code: 529 }, { detail: 'no' }, {}, { choices: {} }])(
  'GAT-462 an event without choices is no chunk: %o',
  async (event) => {
    const gateway = await startForTest()
    gateway.upstream.answer({ kind: 'stream', events: [event, ...words] })
    const { status, json: answer } = await gateway.chat(askClerk({ stream: true }))
    expect([status, answer]).toMatchObject([502, { error: { code: 'upstream_invalid_response' } }])
  },
)

test.each([
  { title: 'with a type', event: json({ type: 'ping' }) },
  { title: 'with a type and a name', event: `event: ping\n${json({ type: 'ping' })}` },
  { title: 'with a name and no JSON', event: 'event: ping\r\ndata: 2026-11-30 12:00:00\r\n\r\n' },
  { title: 'of another type', event: json({ type: 'keepalive', sequence_number: 4 }) },
])('GAT-472 an event $title that keeps a connection alive passes as a comment', async ({ event }) => {
  const gateway = await startForTest()
  gateway.upstream.answer({ kind: 'stream', events: [event, ...words.slice(0, 1), event, ...words.slice(1)] })
  const { status, text } = await gateway.chat(askClerk({ stream: true }))
  expect(status).toBe(200)
  expect(text.split('\n\n').map((part) => part.slice(0, 7))).toEqual([
    ':',
    'data: {',
    ':',
    'data: {',
    'data: [',
    '',
  ])
  expect(text.match(/made_by_genie/g)).toHaveLength(2)
})

const whole = (body: object): ScriptedAnswer => ({ kind: 'whole', body })

test.each([
  { title: 'alone', body: { error: { message: 'overloaded' } } },
  { title: 'beside choices', body: { ...completion({}), error: 'overloaded' } },
])('GAT-463 an error $title in an answer with 200 is tried again like any other', async ({ body }) => {
  for (const stream of [false, true]) {
    const gateway = await startForTest({ upstream: { retries: { attempts: 2, backoffMs: 1 } } })
    gateway.upstream.answer(whole(body))
    expect((await gateway.chat(askClerk({ stream }))).status).toBe(200)
    expect(gateway.events).toContainEqual(
      expect.objectContaining({ type: 'upstream_failed', code: 'upstream_error', status: 200 }),
    )
  }
})

test('GAT-463 an answer with an empty error is an answer', async () => {
  const gateway = await startForTest()
  for (const error of [null, '']) gateway.upstream.answer(whole({ ...completion({ content: 'a' }), error }))
  for (const _ of [1, 2]) expect((await gateway.chat(askClerk())).status).toBe(200)
})
