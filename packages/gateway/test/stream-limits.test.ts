import { chunk } from '@cordon/gateway/testing'
import { expect, test } from 'vitest'
import { StreamRewriter } from '../src/answer/stream-rewriter.ts'
import { askClerk, eventsOf, startForTest } from './start-gateway.ts'

const DONE = 'data: [DONE]\n\n'
const options = { limits: { maxResponseBytes: 2_000 } }
const tainted = askClerk({ stream: true, messages: [{ role: 'user', content: 'mail', untrusted: true }] })
/** A call of an allowed tool, with about 200 code units of arguments. */
const callIn = (index: number): object => ({
  index,
  delta: { tool_calls: [{ index: 0, function: { name: 'read_tide', arguments: '.'.repeat(200) } }] },
})
const oneChunk = (...choices: object[]): object => ({ ...chunk({}), choices })
const ends = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => chunk({}, 'tool_calls', index))

test.each([
  {
    title: 'choices that end one after the other',
    events: Array.from({ length: 10 }, (_, index) => [
      oneChunk(callIn(index)),
      chunk({}, 'stop', index),
    ]).flat(),
  },
  { title: 'one chunk of several choices', events: [oneChunk(...[0, 1, 2, 3].map(callIn)), ...ends(4)] },
])('GAT-322 of $title only what is held back counts', async ({ events }) => {
  const gateway = await startForTest({ options })
  gateway.upstream.answer({ kind: 'stream', events: [...events, DONE] })
  const { text } = await gateway.chat(tainted)
  expect(eventsOf(text).at(-1)).toBe('[DONE]')
  expect(text.split('read_tide')).toHaveLength(JSON.stringify(events).split('read_tide').length)
})

test('GAT-322 more than the limit is not held back', async () => {
  const gateway = await startForTest({ options })
  const events = Array.from({ length: 10 }, (_, index) => oneChunk(callIn(index)))
  gateway.upstream.answer({ kind: 'stream', events })
  const { status, json } = await gateway.chat(tainted)
  expect([status, json]).toMatchObject([502, { error: { code: 'upstream_response_too_large' } }])
})

test('GAT-323 an event that is too long fails with the limit for events', () => {
  const rewriter = new StreamRewriter({ upstream: 'main', maxLength: 2 ** 24 } as never)
  const detail = { upstream: 'main', maxLength: 2 ** 20 }
  expect(() => rewriter.push(Buffer.from(`data: ${'x'.repeat(2 ** 20)}`))).toThrow(
    expect.objectContaining({ code: 'ERR_GATEWAY_UPSTREAM_RESPONSE_TOO_LARGE', detail }),
  )
})

test('GAT-323 an event that nests too deeply to be written is no chunk, unless the engine writes it', async () => {
  const gateway = await startForTest()
  const deep = '['.repeat(7_900) + ']'.repeat(7_900)
  gateway.upstream.answer({ kind: 'stream', events: [`data: {"choices":[],"deep":${deep}}\n\n`, DONE] })
  const { status, text } = await gateway.chat(askClerk({ stream: true }))
  // Node 20 cannot write it, Node 26 can.
  const [wanted, part] = status === 200 ? [200, deep] : [502, '"code":"upstream_invalid_response"']
  expect([status, text]).toEqual([wanted, expect.stringContaining(part)])
})
