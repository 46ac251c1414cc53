import { textStream } from '@cordon/gateway/testing'
import { expect, test } from 'vitest'
import { askClerk, startForTest } from './start-gateway.ts'
import { whole } from './whole-answer.ts'

test.each([
  { title: 'the most values', count: 1_999_996, status: 200 },
  { title: 'more values than that', count: 1_999_997, status: 502 },
])('GAT-390 an answer of $title is $status', async ({ count, status }) => {
  const gateway = await startForTest()
  // Each comma counts as one value, and so does each list and object.
  gateway.upstream.answer(whole(200, `{"choices":[],"x":[${'0,'.repeat(count)}0]}`))
  const answer = await gateway.chat(askClerk())
  expect(answer.status).toBe(status)
  if (status === 200) return
  expect(answer.json).toMatchObject({ error: { code: 'upstream_invalid_response' } })
  expect((await gateway.rows()).at(-1)?.payload['reason']).toBe('upstream_invalid_response')
})

const members = (names: number, objects = 1): string =>
  `[${Array(objects)
    .fill(JSON.stringify(Object.fromEntries(Array.from({ length: names }, (_, index) => [`n${index}`, 0]))))
    .join(',')}]`
const pad = '.'.repeat(20_000)

test.each([
  { title: 'the most names', body: `{"choices":[],"${pad}":0,"x":${members(2_497)}}`, status: 200 },
  { title: 'more names than that', body: `{"choices":[],"${pad}":0,"x":${members(2_498)}}`, status: 502 },
  { title: 'the most members', body: `{"choices":[],"x":${members(250, 2_399)}}`, status: 200 },
  { title: 'more members than that', body: `{"choices":[],"x":${members(250, 2_400)}}`, status: 502 },
])('GAT-467 an answer of $title is $status', async ({ body, status }) => {
  const gateway = await startForTest()
  gateway.upstream.answer(whole(200, body))
  const answer = await gateway.chat(askClerk())
  expect(answer.status).toBe(status)
  if (status !== 200) expect(answer.json).toMatchObject({ error: { code: 'upstream_invalid_response' } })
})

test.each([
  { title: 'the most names', names: 2_497, status: 200 },
  { title: 'more names than that', names: 2_498, status: 502 },
])('GAT-467 an event of $title is $status', async ({ names, status }) => {
  const gateway = await startForTest()
  const event = `data: {"choices":[],"${pad}":0,"x":${members(names)}}\n\n`
  gateway.upstream.answer({ kind: 'stream', events: [event, ...textStream('a')] })
  expect((await gateway.chat(askClerk({ stream: true }))).status).toBe(status)
})

test('GAT-473 an answer with the probabilities of tokens under their text arrives', async () => {
  const gateway = await startForTest()
  const top_logprobs = Array.from({ length: 400 }, (_, at) =>
    Object.fromEntries(Array.from({ length: 5 }, (_unused, other) => [` token${at}_${other}`, -0.125])),
  )
  const choices = [{ message: { content: 'a' }, finish_reason: 'stop', logprobs: { top_logprobs } }]
  gateway.upstream.answer(whole(200, { choices }))
  expect((await gateway.chat(askClerk({ logprobs: 5 }))).json).toMatchObject({ choices })
})

const choices = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ index, message: {}, delta: {}, finish_reason: 'stop' }))

test.each([
  { count: 128, status: 200 },
  { count: 129, status: 502 },
])('GAT-275 an answer of $count choices, whole or streamed, is $status', async ({ count, status }) => {
  const gateway = await startForTest()
  gateway.upstream.answer(whole(200, { choices: choices(count) }), {
    kind: 'stream',
    events: [{ choices: choices(count) }],
  })
  expect((await gateway.chat(askClerk())).status).toBe(status)
  expect((await gateway.chat(askClerk({ stream: true }))).status).toBe(status)
})
