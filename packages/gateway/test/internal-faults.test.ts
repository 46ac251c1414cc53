import { EventEmitter } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chunk, type ScriptedAnswer, textStream } from '@cordon/gateway/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { askClerk, startForTest } from './start-gateway.ts'

test.each([{ stream: false }, { stream: true }])(
  'GAT-305 a council that breaks is told by the class of its error (stream: $stream)',
  async ({ stream }) => {
    const council = () => Promise.reject(new TypeError('a secret'))
    const gateway = await startForTest({ options: { council } })
    const answer = gateway.request('/v1/council', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode: 'design', content: 'x', stream }),
    })
    await answer.catch(() => {})
    const told = () => gateway.events.filter(({ type }) => type === 'internal_error')
    await expect
      .poll(told)
      .toEqual([
        { type: 'internal_error', severity: 'sev-2', requestId: expect.any(String), name: 'TypeError' },
      ])
  },
)

const whole: ScriptedAnswer = { kind: 'whole', body: { choices: [] } }
const streamed: ScriptedAnswer = { kind: 'stream', events: textStream('a') }
const atOnce: ScriptedAnswer = {
  kind: 'stream',
  events: [`data: ${JSON.stringify(chunk({ content: 'a' }, 'stop'))}\n\ndata: [DONE]\n\n`],
}
const half: ScriptedAnswer = {
  kind: 'stream',
  events: ['data: ', `${JSON.stringify(chunk({}))}\n\ndata: {\n\n`],
  paceMs: 20,
}

test.each([
  { title: 'a whole answer', answer: whole, stream: false },
  { title: 'a stream', answer: streamed, stream: true },
  { title: 'a stream in one piece', answer: atOnce, stream: true },
  { title: 'what came before a bad event', answer: half, stream: true },
])('GAT-305 so is a fault while $title goes out', async ({ answer: given, stream }) => {
  const gateway = await startForTest()
  gateway.upstream.answer(given)
  const broken: RequestListener = (request, response) => {
    const { writeHead } = response
    response.writeHead = () => {
      response.writeHead = writeHead
      throw new RangeError('a secret')
    }
    gateway.gateway.handler(request, response)
  }
  const server = createServer(broken)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(askClerk({ stream })),
  })
  expect([answer.status, await answer.json()]).toMatchObject([500, { error: { code: 'internal' } }])
  const told = gateway.events.filter(({ type }) => type === 'internal_error')
  expect(told).toMatchObject([{ name: 'RangeError' }])
  expect((await gateway.rows()).at(-1)?.payload).toMatchObject({ reason: 'internal', status: 500 })
})

test('GAT-155 an answer that cannot be written ends, and is told', async () => {
  const gateway = await startForTest()
  const socket = { remoteAddress: '::1' }
  const request = {
    method: 'GET',
    url: '/none',
    headers: { host: 'localhost' },
    rawHeaders: ['Host', 'localhost'],
    socket,
  }
  const destroyed = vi.fn()
  const response = Object.assign(new EventEmitter(), {
    socket,
    writeHead: () => {
      throw new Error('refused')
    },
    destroy() {
      destroyed()
      response.emit('close')
    },
  })
  gateway.gateway.handler(request as never, response as never)
  await expect.poll(() => gateway.events.map(({ type }) => type)).toContain('request_end')
  expect(gateway.events).toContainEqual(expect.objectContaining({ type: 'internal_error', name: 'Error' }))
  expect(destroyed).toHaveBeenCalledOnce()
})

test('GAT-144 a listener that rejects later harms nothing', async () => {
  const gateway = await startForTest({
    options: {
      onEvent: async () => {
        throw new Error('listener')
      },
    },
  })
  expect((await gateway.chat(askClerk())).status).toBe(200)
})
