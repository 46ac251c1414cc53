import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net'
import { chunk, completion, type ScriptedAnswer, textStream } from '@cordon/gateway/testing'
import { expect, onTestFinished, test } from 'vitest'
import { askClerk, connectRaw, startForTest } from './start-gateway.ts'

/** Returns the address of a server that takes connections and says nothing, and those that are open. */
async function listenInSilence(): Promise<{ baseUrl: string; open: ReadonlySet<Socket>; seen(): number }> {
  const open = new Set<Socket>()
  let seen = 0
  const server = createRawServer((socket) => {
    seen += 1
    open.add(socket)
    socket
      .on('close', () => open.delete(socket))
      .on('error', () => {})
      .resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, open, seen: () => seen }
}

test('GAT-300 a connection that does not stand in time answers 504, is told as that and is closed', async () => {
  const { baseUrl, open, seen } = await listenInSilence()
  const gateway = await startForTest({ upstream: { baseUrl, timeouts: { connectMs: 50 } } })
  const { status, json } = await gateway.chat(askClerk())
  expect([status, json]).toMatchObject([504, { error: { code: 'upstream_timeout' } }])
  expect(gateway.events).toContainEqual(
    expect.objectContaining({ type: 'upstream_failed', code: 'upstream_timeout', reason: 'connect' }),
  )
  expect(seen()).toBe(1)
  await expect.poll(() => open.size).toBe(0)
})

test('GAT-301 close() leaves no connection that does not stand yet', async () => {
  const { baseUrl, open } = await listenInSilence()
  const options = { limits: { drainMs: 1 } }
  const gateway = await startForTest({ options, upstream: { baseUrl, timeouts: { connectMs: 600_000 } } })
  const answer = gateway.chat(askClerk())
  await expect.poll(() => open.size).toBe(1)
  await gateway.gateway.close()
  expect(await answer).toMatchObject({ status: 503, json: { error: { code: 'shutting_down' } } })
  await expect.poll(() => open.size).toBe(0)
})

test('GAT-302 a call that leaves the line is not sent, and the next one has the connection', async () => {
  const asked: { content: string; port: number | undefined; response: ServerResponse }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    const { content } = JSON.parse(text).messages.at(-1)
    asked.push({ content, port: request.socket.remotePort, response })
  })
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const gateway = await startForTest({
    upstream: { baseUrl: `http://127.0.0.1:${port}/v1`, connections: 1 },
  })
  const ask = (content: string) => askClerk({ messages: [{ role: 'user', content }] })
  const give = (): unknown => asked.at(-1)?.response.end(JSON.stringify(completion({ content: 'x' })))
  const isLoaded = async (requests: number): Promise<void> => {
    const loaded = async () =>
      (await gateway.rows()).filter(({ kind }) => kind === 'ai.persona_loaded').length
    await expect.poll(loaded).toBe(requests)
  }

  const first = gateway.chat(ask('first'))
  await expect.poll(() => asked.length).toBe(1)
  const leaves = connectRaw(gateway.url, ask('second'))
  await isLoaded(2)
  const third = gateway.chat(ask('third'))
  await isLoaded(3)
  leaves.destroy()
  await expect.poll(() => gateway.events.at(-1)).toMatchObject({ code: 'client_closed' })
  give()
  expect((await first).status).toBe(200)
  await expect.poll(() => asked.length).toBe(2)
  give()
  expect((await third).status).toBe(200)
  expect(asked.map(({ content }) => content)).toEqual(['first', 'third'])
  expect(new Set(asked.map((each) => each.port)).size).toBe(1)
})

test('GAT-302 the total limit holds in the line', async () => {
  const gateway = await startForTest({ upstream: { connections: 1, timeouts: { totalMs: 100 } } })
  gateway.upstream.answer({ kind: 'silent' }, { kind: 'silent' })
  const answers = await Promise.all([gateway.chat(askClerk()), gateway.chat(askClerk())])
  expect(answers.map(({ status }) => status)).toEqual([504, 504])
  const reasons = gateway.events.filter(({ type }) => type === 'upstream_failed')
  expect(reasons).toMatchObject([{ reason: 'total' }, { reason: 'total' }])
})

const slow = 60_000
const ENDINGS: readonly {
  title: string
  answer: ScriptedAnswer
  stream?: true
  leaves?: 'early' | 'late'
}[] = [
  { title: 'an answer', answer: { kind: 'whole', body: completion({}) } },
  { title: 'a stream', answer: { kind: 'stream', events: textStream('a') }, stream: true },
  { title: 'an error', answer: { kind: 'whole', status: 500, body: {} } },
  { title: 'a refusal', answer: { kind: 'whole', status: 422, body: {} } },
  { title: 'a reset', answer: { kind: 'reset' } },
  { title: 'silence', answer: { kind: 'silent' } },
  {
    title: 'a stream that never begins',
    answer: { kind: 'stream', events: [], firstDelayMs: slow },
    stream: true,
  },
  { title: 'a cut', answer: { kind: 'stream', events: [chunk({})], cut: true }, stream: true },
  {
    title: 'an answer that is too large',
    answer: { kind: 'stream', events: ['x'.repeat(5_000)], paceMs: slow },
  },
  {
    title: 'a stream that goes on after its end',
    answer: { kind: 'stream', events: [...textStream('a'), ': on\n\n', ''], paceMs: 300 },
    stream: true,
  },
  { title: 'a caller that leaves early', answer: { kind: 'silent' }, leaves: 'early' },
  {
    title: 'a caller that leaves late',
    answer: { kind: 'stream', events: textStream('a'), paceMs: slow },
    stream: true,
    leaves: 'late',
  },
]

test.each(ENDINGS)(
  'GAT-302 $title leaves the connection to the next call',
  async ({ answer, stream, leaves }) => {
    const gateway = await startForTest({
      options: { limits: { maxResponseBytes: 4_096 } },
      upstream: { connections: 1, timeouts: { headersMs: 400, firstChunkMs: 400, totalMs: 5_000 } },
    })
    gateway.upstream.answer(answer)
    if (leaves) {
      const socket = connectRaw(gateway.url, askClerk({ stream }))
      if (leaves === 'late') await once(socket, 'data')
      else await expect.poll(() => gateway.upstream.received.length).toBe(1)
      socket.destroy()
    } else await gateway.chat(askClerk({ stream })).catch(() => {})
    expect((await gateway.chat(askClerk())).status).toBe(200)
  },
)

test('GAT-302 so does a connection that failed', async () => {
  const gateway = await startForTest({
    upstream: { baseUrl: 'http://127.0.0.1:1/v1', connections: 1, timeouts: { totalMs: 5_000 } },
  })
  for (const _ of [1, 2, 3]) expect((await gateway.chat(askClerk())).status).toBe(502)
})
