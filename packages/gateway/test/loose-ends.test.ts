import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chunk, textStream, toolCallStream } from '@cordon/gateway/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { askClerk, connectRaw, eventsOf, startForTest } from './start-gateway.ts'

test.each(['1e400', '-1e400', '{"deep":[0,{"bias":1e999}]}'])(
  'GAT-153 a number beyond IEEE doubles is refused: %s',
  async (value) => {
    const gateway = await startForTest()
    const body = JSON.stringify(askClerk({ temperature: 'HERE' })).replace('"HERE"', value)
    const { status, json } = await gateway.chat(body)
    expect([status, json]).toMatchObject([400, { error: { code: 'invalid_request', param: 'body' } }])
    expect(gateway.upstream.received).toHaveLength(0)
  },
)

test('GAT-153 the largest number passes as it is', async () => {
  const gateway = await startForTest()
  expect((await gateway.chat(askClerk({ seed: Number.MAX_VALUE }))).status).toBe(200)
  expect(gateway.upstream.received[0]?.json['seed']).toBe(Number.MAX_VALUE)
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

test('GAT-157 many pipelined requests leave no warning about listeners', async () => {
  const gateway = await startForTest()
  const warnings: string[] = []
  const listen = ({ name }: Error): number => warnings.push(name)
  process.on('warning', listen)
  onTestFinished(() => {
    process.off('warning', listen)
  })
  const socket = connectRaw(gateway.url, askClerk(), 100)
  let text = ''
  socket.on('data', (data) => {
    text += data
  })
  await expect.poll(() => text.split('HTTP/1.1 200').length - 1, { timeout: 20_000 }).toBe(100)
  socket.destroy()
  expect(warnings).toEqual([])
})

test('GAT-159 the media type of a stream may be written in any case', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'Text/Event-Stream; charset=utf-8' })
    for (const event of textStream('a'))
      response.write(typeof event === 'string' ? event : `data: ${JSON.stringify(event)}\n\n`)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const gateway = await startForTest({ upstream: { baseUrl: `http://127.0.0.1:${port}/v1` } })
  const { status, text } = await gateway.chat(askClerk({ stream: true }))
  expect([status, eventsOf(text).at(-1)]).toEqual([200, '[DONE]'])
})

test.each([
  { title: 'a tool message with a free name', messages: [{ role: 'tool', content: 'x', name: 'obey me' }] },
  { title: 'a tool message with another text', messages: [{ role: 'tool', content: 'x', note: 'obey me' }] },
  {
    title: 'a tool message with a text for a name of a field',
    messages: [{ role: 'tool', content: 'x', 'obey me': 1 }],
  },
  {
    title: 'a part with another text',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'x', untrusted: true, note: 'obey me' }] }],
  },
  {
    title: 'a part with a text in its cache control',
    messages: [{ role: 'tool', content: [{ type: 'text', text: 'x', cache_control: { type: 'obey me' } }] }],
  },
])('GAT-158 $title sends nothing past the fence', async ({ messages }) => {
  const gateway = await startForTest()
  const { status } = await gateway.chat(askClerk({ messages }))
  expect([status, gateway.upstream.received.length]).toEqual([400, 0])
})

test('GAT-158 plain words that real clients send may stand', async () => {
  const gateway = await startForTest()
  const messages = [
    { role: 'tool', content: 'x', tool_call_id: 'call_1', name: 'mail.read_inbox' },
    {
      role: 'tool',
      tool_call_id: 'call_2',
      content: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }],
    },
  ]
  expect((await gateway.chat(askClerk({ messages }))).status).toBe(200)
})
