import { chunk, completion, textStream } from '@cordon/gateway/testing'
import { expect, test } from 'vitest'
import { askClerk, eventsOf, startForTest } from './start-gateway.ts'

const words = [chunk({ content: 'words' }), chunk({}, 'stop')]
const json = (value: object): string => `data: ${JSON.stringify(value)}`

test.each([
  { title: 'no line end after [DONE]', end: [...words, 'data: [DONE]'] },
  { title: 'one line end after [DONE]', end: [...words, 'data: [DONE]\n'] },
  { title: 'a CR after [DONE]', end: [...words, 'data: [DONE]\r'] },
  { title: 'a blank after [DONE]', end: [...words, 'data: [DONE] \n\n'] },
  { title: 'no line end after the last chunk', end: [words[0] ?? {}, json(words[1] ?? {})] },
])('GAT-201 a stream with $title arrives whole', async ({ end }) => {
  const gateway = await startForTest()
  gateway.upstream.answer({ kind: 'stream', events: end })
  const { text } = await gateway.chat(askClerk({ stream: true }))
  expect(eventsOf(text)).toMatchObject([...words, '[DONE]'])
  expect((await gateway.rows()).at(-1)?.kind).toBe('ai.invocation')
})

test.each([
  { title: 'half a chunk', end: json(chunk({ content: 'more' })).slice(0, -1) },
  { title: 'half of [DONE]', end: 'data: [DO' },
  { title: 'half a character', end: Buffer.from('data: "é').subarray(0, -1).toString('latin1') },
])('GAT-201 a stream that ends in $title is cut', async ({ end }) => {
  const gateway = await startForTest()
  gateway.upstream.answer({ kind: 'stream', events: [...words, end], paceMs: 5 })
  await expect(gateway.chat(askClerk({ stream: true }))).rejects.toThrow()
  expect((await gateway.rows()).at(-1)?.payload['reason']).toBe('upstream_stream_cut')
})

test('GAT-202 a stream that leaves one of its choices open is not completed', async () => {
  const gateway = await startForTest()
  const events = [chunk({ content: 'a' }), chunk({ content: 'b' }, null, 1), chunk({}, 'stop')]
  gateway.upstream.answer({ kind: 'stream', events, paceMs: 5 })
  await expect(gateway.chat(askClerk({ stream: true, n: 2 }))).rejects.toThrow()
  expect((await gateway.rows()).at(-1)?.payload['reason']).toBe('upstream_stream_cut')
})

test('GAT-202 a stream that ends all of its choices is', async () => {
  const gateway = await startForTest()
  const events = [chunk({}, null), chunk({ content: 'b' }, 'stop', 1), chunk({}, 'stop')]
  gateway.upstream.answer({ kind: 'stream', events })
  const { text } = await gateway.chat(askClerk({ stream: true, n: 2 }))
  expect(eventsOf(text).at(-1)).toBe('[DONE]')
})

test('GAT-203 a stream without a chunk is no answer', async () => {
  const gateway = await startForTest()
  gateway.upstream.answer({ kind: 'stream', events: textStream('').slice(-1) })
  const { status, json: body } = await gateway.chat(askClerk({ stream: true }))
  expect([status, body]).toMatchObject([502, { error: { code: 'upstream_invalid_response' } }])
})

test.each([
  { title: 'a text', message: { content: 'all at once' }, delta: { content: 'all at once' } },
  {
    title: 'two calls',
    message: { tool_calls: [{ id: 'a' }, { id: 'b' }] },
    delta: {
      tool_calls: [
        { index: 0, id: 'a' },
        { index: 1, id: 'b' },
      ],
    },
  },
])(
  'GAT-393 $title that comes whole is a stream for a caller that asked for one',
  async ({ message, delta }) => {
    const gateway = await startForTest()
    const whole = completion({ ...message, made_by_genie: 'of the message' }, 'stop')
    gateway.upstream.answer({ kind: 'whole', body: { ...whole, made_by_genie: 'forged' } })
    const { status, headers, text } = await gateway.chat(askClerk({ stream: true }))
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const { choices, ...rest } = whole
    expect(eventsOf(text)).toEqual([
      {
        ...rest,
        object: 'chat.completion.chunk',
        choices: [
          {
            index: 0,
            delta: { role: 'assistant', content: null, made_by_genie: 'of the message', ...delta },
            finish_reason: 'stop',
          },
        ],
        made_by_genie: { id: 'harbour-clerk', version: '1.0.0' },
      },
      '[DONE]',
    ])
    expect((await gateway.rows()).at(-1)?.payload).toMatchObject({ stream: true, finish_reasons: ['stop'] })
  },
)

test.each([null, 'x', 7])(
  'GAT-464 places in a stream are numbers, whatever an answer says: %o',
  async (index) => {
    const gateway = await startForTest()
    const tool_calls = [
      { index, id: 'a' },
      { index, id: 'b' },
    ]
    const choices = [1, 2].map(() => ({ index, message: { tool_calls } }))
    gateway.upstream.answer({ kind: 'whole', body: { ...completion({}), choices } })
    const [only] = eventsOf((await gateway.chat(askClerk({ stream: true }))).text)
    const calls = [
      { index: 0, id: 'a' },
      { index: 1, id: 'b' },
    ]
    expect(only).toMatchObject({
      choices: [0, 1].map((place) => ({ index: place, delta: { tool_calls: calls } })),
    })
  },
)

test('GAT-464 a refusal has a place in a stream whose choice has none', async () => {
  const gateway = await startForTest()
  const call = chunk({ tool_calls: [{ index: 0, function: { name: 'send_mail', arguments: '' } }] })
  const choices = (call['choices'] as object[]).map((choice) => ({ ...choice, index: null }))
  gateway.upstream.answer({ kind: 'stream', events: [{ ...call, choices }, 'data: [DONE]\n\n'] })
  const messages = [{ role: 'user', content: 'mail', untrusted: true }]
  const events = eventsOf((await gateway.chat(askClerk({ stream: true, messages }))).text)
  expect(events.slice(0, 2)).toMatchObject([
    { choices: [{ index: 0, delta: { refusal: expect.stringContaining('send_mail') } }] },
    { choices: [{ index: 0, finish_reason: 'content_filter' }] },
  ])
})

test.each([
  {
    title: 'whole',
    stream: false,
    answer: {
      kind: 'whole',
      body: {
        choices: ['stop', 'length', 'stop', 'tired'].map((finish_reason, index) => ({
          index,
          message: {},
          finish_reason,
        })),
      },
    },
  },
  {
    title: 'whole and without an index',
    stream: false,
    answer: {
      kind: 'whole',
      body: {
        choices: ['stop', 'length', 'stop', 'tired'].map((finish_reason) => ({ message: {}, finish_reason })),
      },
    },
  },
  {
    title: 'as a stream',
    stream: true,
    answer: {
      kind: 'stream',
      events: [
        ...['stop', 'length', 'stop', 'tired'].map((reason, index) => chunk({}, reason, index)),
        chunk({}, null, 2),
        'data: [DONE]\n\n',
      ],
    },
  },
] as const)('GAT-468 a row has the reason of each choice, $title', async ({ stream, answer }) => {
  const gateway = await startForTest()
  gateway.upstream.answer(answer)
  await gateway.chat(askClerk({ stream, n: 4 }))
  expect((await gateway.rows()).at(-1)?.payload['finish_reasons']).toEqual([
    'stop',
    'length',
    'stop',
    'other',
  ])
})

test('GAT-393 a call that comes whole is withheld under taint, for a caller of a stream too', async () => {
  const gateway = await startForTest()
  const call = { id: 'a', type: 'function', function: { name: 'send_mail', arguments: '{}' } }
  gateway.upstream.answer({ kind: 'whole', body: completion({ tool_calls: [call] }, 'tool_calls') })
  const messages = [{ role: 'user', content: 'mail', untrusted: true }]
  const [only] = eventsOf((await gateway.chat(askClerk({ stream: true, messages }))).text)
  expect(only).toMatchObject({
    choices: [
      { delta: { refusal: expect.stringContaining('"send_mail"') }, finish_reason: 'content_filter' },
    ],
  })
  expect(JSON.stringify(only)).not.toContain('tool_calls')
})

test('GAT-154 an upstream that goes on after [DONE] is hung up on', async () => {
  const gateway = await startForTest()
  const after = Array.from({ length: 300 }, () => ': still here\n\n')
  gateway.upstream.answer({ kind: 'stream', events: [...textStream('a'), ...after], paceMs: 100 })
  expect((await gateway.chat(askClerk({ stream: true }))).status).toBe(200)
  await expect.poll(() => gateway.upstream.received[0]?.aborted, { timeout: 10_000 }).toBe(true)
})

test('GAT-154 an upstream that ends with [DONE] keeps its connection', async () => {
  const gateway = await startForTest({ upstream: { connections: 1 } })
  for (const _ of [1, 2]) await gateway.chat(askClerk({ stream: true }))
  await expect.poll(() => gateway.upstream.received.map(({ aborted }) => aborted)).toEqual([false, false])
})
