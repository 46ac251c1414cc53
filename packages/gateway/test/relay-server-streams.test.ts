import { chunk } from '@cordon/gateway/testing'
import { expect, test } from 'vitest'
import { SERVER_ERRORS, SERVER_STREAMS } from './server-streams.ts'
import { askClerk, eventsOf, startForTest } from './start-gateway.ts'

test.each(SERVER_STREAMS)('GAT-474 a stream arrives whole of $title', async ({ events }) => {
  for (const untrusted of [false, true]) {
    const gateway = await startForTest()
    gateway.upstream.answer({ kind: 'stream', events })
    const messages = [{ role: 'user', content: 'a', untrusted }]
    const { status, text } = await gateway.chat(askClerk({ stream: true, messages }))
    expect([status, eventsOf(text).at(-1)]).toEqual([200, '[DONE]'])
    expect(text).toContain('"content":"a"')
    expect((await gateway.rows()).at(-1)).toMatchObject({
      kind: 'ai.invocation',
      payload: { finish_reasons: ['stop'] },
    })
  }
})

test.each(SERVER_ERRORS)('GAT-476 an error in a stream of $title is $code', async ({ event, code }) => {
  const gateway = await startForTest()
  gateway.upstream.answer({ kind: 'stream', events: [chunk({ content: 'a' }), event], paceMs: 5 })
  await expect(gateway.chat(askClerk({ stream: true }))).rejects.toThrow()
  expect((await gateway.rows()).at(-1)?.payload['reason']).toBe(code)
})
