import type { GatewayOptions } from '@cordon/gateway'
import { chunk } from '@cordon/gateway/testing'
import { expect, test } from 'vitest'
import { askClerk, connectRaw, startForTest } from './start-gateway.ts'

const askWith = { method: 'POST', headers: { 'content-type': 'application/json' }, duplex: 'half' }

/** A body of which the last piece comes when it is asked for. */
function bodyInTwo(json: string): { body: ReadableStream<Uint8Array>; finish: () => void } {
  let finish: () => void = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from(json.slice(0, 10)))
      finish = () => {
        controller.enqueue(Buffer.from(json.slice(10)))
        controller.close()
      }
    },
  })
  return { body, finish }
}

const council = { path: '/v1/council', json: JSON.stringify({ mode: 'design', content: 'x' }) }
const chat = { path: '/v1/chat/completions', json: JSON.stringify(askClerk()) }

test.each([council, chat])(
  'GAT-200 a request to $path whose body is still on its way is told of the end',
  async ({ path, json }) => {
    const gateway = await startForTest({
      options: { limits: { drainMs: 1 }, council: async () => ({ report: 'x' }) },
    })
    const { body, finish } = bodyInTwo(json)
    const answer = fetch(gateway.url + path, { ...askWith, body } as RequestInit)
    await expect.poll(async () => (await gateway.request('/metrics')).text).toContain('in_flight 2')
    await gateway.gateway.close()
    finish()
    expect([(await answer).status, await (await answer).json()]).toMatchObject([
      503,
      { error: { code: 'shutting_down' } },
    ])
    expect(await gateway.rows()).toEqual([])
    expect(gateway.upstream.received).toHaveLength(0)
  },
)

test('GAT-200 a request whose row is being written when the time is over calls no upstream', async () => {
  const rows: [string, unknown][] = []
  let release: () => void = () => {}
  const written = new Promise<void>((resolve) => {
    release = resolve
  })
  const gateway = await startForTest({
    options: { limits: { drainMs: 1 } },
    append: async (kind, { reason }) => {
      rows.push([kind, reason])
      await written
    },
  })
  const answer = gateway.chat(askClerk())
  await expect.poll(() => rows.length).toBe(2)
  const closed = gateway.gateway.close()
  // Timers of one length end in the order in which they were set: behind the gateway's own.
  await new Promise((resolve) => setTimeout(resolve, 1))
  release()
  expect([(await answer).status, (await answer).json]).toMatchObject([
    503,
    { error: { code: 'shutting_down' } },
  ])
  await closed
  expect(gateway.upstream.received).toHaveLength(0)
  expect(rows.at(-1)).toEqual(['ai.invocation_failed', 'shutting_down'])
})

test('GAT-308 close() ends when the log has taken the last row', async () => {
  const written: string[] = []
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const gateway = await startForTest({
    append: async (kind) => {
      if (kind === 'ai.invocation') await held
      written.push(kind)
    },
  })
  expect((await gateway.chat(askClerk())).status).toBe(200)
  const closed = gateway.gateway.close().then(() => written.push('closed'))
  await expect.poll(() => gateway.events.map(({ type }) => type)).toContain('drain_begin')
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
  release()
  await closed
  expect(written).toEqual(['ai.precheck', 'ai.persona_loaded', 'ai.invocation', 'closed'])
  expect(gateway.events.at(-1)).toEqual({ type: 'drain_end', abortedRequests: 0 })
})

test('GAT-350 close() ends although the log never settles', async () => {
  const gateway = await startForTest({
    append: (kind) => (kind === 'ai.invocation' ? new Promise(() => {}) : Promise.resolve()),
  })
  expect((await gateway.chat(askClerk())).status).toBe(200)
  await gateway.gateway.close()
  expect(gateway.events.at(-1)).toEqual({ type: 'drain_end', abortedRequests: 0 })
})

test('GAT-208 a caller that leaves, or a gateway that ends, is no failure of the upstream', async () => {
  const gateway = await startForTest({ options: { limits: { drainMs: 1 } } })
  gateway.upstream.answer({ kind: 'silent' }, { kind: 'stream', events: [chunk({})], firstDelayMs: 60_000 })
  const leaves = connectRaw(gateway.url, askClerk())
  await expect.poll(() => gateway.upstream.received.length).toBe(1)
  leaves.destroy()
  const stays = connectRaw(gateway.url, askClerk({ stream: true }))
  await expect.poll(() => gateway.upstream.received.length).toBe(2)
  await gateway.gateway.close()
  stays.destroy()
  const ends = gateway.events.filter(({ type }) => type === 'request_end')
  expect(ends).toMatchObject([{ code: 'client_closed' }, { code: 'shutting_down' }])
  expect(gateway.events.filter(({ type }) => type === 'upstream_failed')).toEqual([])
})

test.each([{ stream: false }, { stream: true }])(
  'GAT-210 a caller of the fetch form that leaves while the rows are written calls no upstream (stream: $stream)',
  async ({ stream }) => {
    const caller = new AbortController()
    const kinds: [string, unknown][] = []
    const gateway = await startForTest({
      append: async (kind, { reason }) => {
        kinds.push([kind, reason])
        caller.abort()
      },
    })
    const request = new Request('http://127.0.0.1/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(askClerk({ stream })),
      signal: caller.signal,
    })
    const { status } = await gateway.gateway.fetch(request, { remoteAddress: '127.0.0.1' })
    expect([status, gateway.upstream.received.length]).toEqual([499, 0])
    expect(kinds.at(-1)).toEqual(['ai.invocation_failed', 'client_closed'])
  },
)

test('GAT-210 a council whose caller had left before ends', async () => {
  const council: NonNullable<GatewayOptions['council']> = async (_mode, _content, { signal }) => {
    signal.throwIfAborted()
    return { report: 'x' }
  }
  const gateway = await startForTest({ options: { council } })
  const request = new Request('http://127.0.0.1/v1/council', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'design', content: 'x', stream: true }),
    signal: AbortSignal.abort(),
  })
  const response = await gateway.gateway.fetch(request, { remoteAddress: '127.0.0.1' })
  expect(response.status).toBe(499)
  await expect.poll(() => gateway.events.at(-1)).toMatchObject({ code: 'client_closed' })
})
