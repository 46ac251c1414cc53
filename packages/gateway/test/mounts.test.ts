import { getEventListeners } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { textStream } from '@cordon/gateway/testing'
import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import express from 'express'
import Fastify from 'fastify'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { askClerk, CLERK, eventsOf, startGateway, type TestGateway } from './start-gateway.ts'

const LOCAL = { remoteAddress: '127.0.0.1' }
let running: TestGateway
beforeEach(async () => {
  running = await startGateway()
})
afterEach(() => running.close())

const urlOf = (server: Pick<Server, 'address'>): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const post = (url: string, body: object): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const listening = async (listener: RequestListener): Promise<Server> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** The same three exchanges through any server: whole, streamed, refused. */
async function proveMount(url: string): Promise<void> {
  const whole = await post(url, askClerk())
  expect([whole.status, whole.headers.get('x-cyberos-persona-handle')]).toEqual([200, CLERK])
  expect(await whole.json()).toHaveProperty('made_by_genie')
  running.upstream.answer({ kind: 'stream', events: textStream('one two three'), paceMs: 2 })
  const stream = await post(url, askClerk({ stream: true }))
  expect(eventsOf(await stream.text()).at(-1)).toBe('[DONE]')
  const refused = await post(url, askClerk({ agent_persona: 'x@1.0.0' }))
  expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
    400,
    'unknown_persona',
  ])
  running.upstream.answer({ kind: 'stream', events: textStream('one two').slice(0, 2), cut: true })
  const cut = await post(url, askClerk({ stream: true }))
  await expect(cut.text()).rejects.toThrow()
}

test('GAT-070 mounted in Hono', async () => {
  const app = new Hono()
  app.get('/', (context) => context.text('own route'))
  app.all('/v1/*', (context) => {
    const { address = '' } = getConnInfo(context).remote
    return running.gateway.fetch(context.req.raw, { remoteAddress: address })
  })
  const server = await new Promise<Server>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(started as Server),
    )
  })
  const told = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => told.mockRestore())
  await proveMount(urlOf(server))
  // Hono's server says so of every body that breaks off.
  expect(told.mock.calls).toEqual([[new TypeError('terminated')]])
  expect(await (await fetch(`${urlOf(server)}/`)).text()).toBe('own route')
  server.close()
})

test('GAT-071 mounted in Fastify', async () => {
  const app = Fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.all('/v1/*', (request, reply) => {
    reply.hijack()
    running.gateway.handler(request.raw, reply.raw)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  await proveMount(urlOf(app.server))
  await app.close()
})

test('GAT-072 mounted in Express', async () => {
  const app = express()
  app.get('/', (_request, response) => {
    response.send('own route')
  })
  app.use(running.gateway.handler)
  const server = await listening(app)
  await proveMount(urlOf(server))
  expect(await (await fetch(`${urlOf(server)}/`)).text()).toBe('own route')
  server.close()
})

test('GAT-070 a body that breaks off is answered, so that the server in front does not wait', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
  const headers = { 'content-type': 'application/json' }
  const init: RequestInit = { method: 'POST', headers, body, duplex: 'half' }
  const answer = await running.gateway.fetch(new Request(`${running.url}/v1/chat/completions`, init), LOCAL)
  expect(answer.status).toBe(499)
})

test('GAT-073 a body that something else has read answers 500', async () => {
  const app = express()
  app.use(express.json(), running.gateway.handler)
  const server = await listening(app)
  const answer = await post(urlOf(server), askClerk())
  expect(answer.status).toBe(500)
  expect(await answer.json()).toMatchObject({ error: { code: 'request_body_already_read' } })
  server.close()
  const request = new Request('http://localhost/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  await request.text()
  expect((await running.gateway.fetch(request, LOCAL)).status).toBe(500)
  const locked = new Request('http://localhost/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  locked.body?.getReader()
  expect((await running.gateway.fetch(locked, LOCAL)).status).toBe(500)
})

test.each([
  { title: 'whole', fields: {}, path: '/v1/chat/completions' },
  { title: 'streamed', fields: { stream: true }, path: '/v1/chat/completions' },
  { title: 'refused', fields: {}, path: '/v1/nowhere' },
])('GAT-234 an answer that is $title leaves no listener with the request', async ({ fields, path }) => {
  const request = new Request(`${running.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(askClerk(fields)),
  })
  const before = getEventListeners(request.signal, 'abort').length
  const answer = running.gateway.fetch(request, LOCAL)
  await (await answer).text()
  expect(getEventListeners(request.signal, 'abort')).toHaveLength(before)
})

test('GAT-303 a body whose caller leaves breaks off', async () => {
  running.upstream.answer({ kind: 'stream', events: textStream('a b'), paceMs: 60_000 })
  const caller = new AbortController()
  const request = new Request(`${running.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(askClerk({ stream: true })),
    signal: caller.signal,
  })
  const { body } = await running.gateway.fetch(request, LOCAL)
  const reader = body?.getReader()
  await reader?.read()
  const rest = reader?.read()
  caller.abort()
  await expect(rest).rejects.toThrow(TypeError)
  await expect.poll(() => running.events.at(-1)).toMatchObject({ code: 'client_closed' })
})

test('GAT-341 a caller that leaves while its body is read gives up its place', async () => {
  const caller = new AbortController()
  let cancelled = false
  const body = new ReadableStream({
    cancel() {
      cancelled = true
    },
  })
  const headers = { 'content-type': 'application/json' }
  const init: RequestInit = { method: 'POST', headers, body, duplex: 'half', signal: caller.signal }
  void running.gateway.fetch(new Request(`${running.url}/v1/chat/completions`, init), LOCAL)
  caller.abort()
  await expect.poll(() => running.events.at(-1)).toMatchObject({ code: 'client_closed' })
  expect(cancelled).toBe(true)
})

test.each([
  { title: 'an unknown peer', connection: {}, headers: {} },
  { title: 'a peer of another machine', connection: { remoteAddress: '192.0.2.7' }, headers: {} },
  { title: 'Forwarded', connection: LOCAL, headers: { forwarded: 'for=192.0.2.7' } },
  { title: 'X-Forwarded-For', connection: LOCAL, headers: { 'x-forwarded-for': '192.0.2.7' } },
  { title: 'Via', connection: LOCAL, headers: { via: '1.1 proxy' } },
])('GAT-140 without keys nobody is served behind $title', async ({ connection, headers }) => {
  const request = new Request('http://localhost/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: 'localhost', ...headers },
    body: JSON.stringify(askClerk()),
  })
  const answer = await running.gateway.fetch(request, connection)
  expect([answer.status, await answer.json()]).toMatchObject([403, { error: { code: 'loopback_only' } }])
})

test.each(['x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'])(
  'GAT-282 without keys nobody is served behind a proxy that sends %s',
  async (header) => {
    const request = new Request('http://localhost/healthz', { headers: { host: 'localhost', [header]: 'x' } })
    expect((await running.gateway.fetch(request, LOCAL)).status).toBe(403)
  },
)
