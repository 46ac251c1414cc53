import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { chunk, completion, textStream } from '@cordon/gateway/testing'
import { expect, onTestFinished, test } from 'vitest'
import { askClerk, connectRaw, eventsOf, startForTest, type TestGateway } from './start-gateway.ts'

/** Sends bytes as they are and returns everything that comes until the connection ends. */
function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname, () => socket.write(bytes))
  return textOf(socket)
}

function textOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (data) => {
      text += data
    })
    socket.on('error', () => {}).on('close', () => resolve(text))
  })
}

test.each([
  { target: 'http://localhost/healthz', status: 200 },
  { target: 'HTTP://127.0.0.1:8080/healthz?probe=1', status: 200 },
  { target: 'https://[::1]/healthz', status: 200 },
  { target: 'http://localhost', status: 404 },
  { target: 'http://localhost/healthz/x', status: 404 },
  { target: 'ftp://localhost/healthz', status: 404 },
  { target: 'http://evil.example/healthz', status: 403 },
  { target: 'http://localhost@evil.example/healthz', status: 403 },
  { target: 'http://evil.example?/healthz', status: 403 },
])('GAT-250 GET $target answers $status', async ({ target, status }) => {
  const gateway = await startForTest()
  const answer = await sendRaw(
    gateway.url,
    `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  )
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
})

test('GAT-250 the host of the target stands above the header', async () => {
  const gateway = await startForTest()
  const head = 'GET http://localhost/healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n'
  expect(await sendRaw(gateway.url, `${head}\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
  const foreign = `${head}Origin: http://evil.example\r\n\r\n`
  expect(await sendRaw(gateway.url, foreign)).toContain('origin_not_allowed')
})

test.each([
  { encoding: 'Identity', status: 200 },
  { encoding: 'IDENTITY', status: 200 },
  { encoding: '', status: 200 },
  { encoding: 'GZip', status: 415 },
  { encoding: 'identity, gzip', status: 415 },
])('GAT-251 the content encoding "$encoding" answers $status', async ({ encoding, status }) => {
  const gateway = await startForTest()
  expect((await gateway.chat(askClerk(), { 'content-encoding': encoding })).status).toBe(status)
})

test('GAT-255 two Hosts are refused, with and without keys', async () => {
  const tenants = [{ name: 't', keyHash: '0'.repeat(64) }]
  for (const options of [{}, { tenants }]) {
    const { gateway } = await startForTest({ options })
    const headers = new Headers({ host: 'localhost' })
    headers.append('host', 'evil.example')
    const request = new Request('http://localhost/healthz', { headers })
    const answer = await gateway.fetch(request, { remoteAddress: '127.0.0.1' })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { param: 'host' } }])
  }
})

test.each([
  { title: 'two Hosts', fields: 'Host: localhost\r\nHost: evil.example', param: 'host' },
  { title: 'an empty Host and another one', fields: 'Host:\r\nHost: localhost', param: 'host' },
  {
    title: 'a coding before chunked',
    fields: 'Host: localhost\r\nTransfer-Encoding: gzip, chunked',
    param: 'transfer-encoding',
  },
  {
    title: 'another coding',
    fields: 'Host: localhost\r\nTransfer-Encoding: gzip',
    param: 'transfer-encoding',
  },
])('GAT-273 $title is refused on a server with the settings of Node', async ({ fields, param }) => {
  const gateway = await startForTest()
  const head = `POST /v1/chat/completions HTTP/1.1\r\n${fields}\r\nContent-Type: application/json\r\n`
  const answer = await sendRaw(gateway.url, `${head}Connection: close\r\n\r\n0\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 400 INVALID_REQUEST/)
  expect(answer).toContain(`"param":"${param}"`)
})

test.each([
  { title: 'says so', framing: 'Content-Length: 50', body: 'x'.repeat(50), before: 0 },
  {
    title: 'shows it',
    framing: 'Transfer-Encoding: chunked',
    body: `32\r\n${'x'.repeat(50)}\r\n0\r\n\r\n`,
    before: 40,
  },
])(
  'GAT-283 a body that $title to be too large is refused at once, and its rest is read over',
  async ({ framing, body, before }) => {
    const gateway = await startForTest({ options: { limits: { maxBodyBytes: 20 } } })
    const { hostname, port } = new URL(gateway.url)
    const socket = connect(Number(port), hostname)
    const answers = textOf(socket)
    const head = 'POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    socket.write(`${head}${framing}\r\n\r\n${body.slice(0, before)}`)
    await expect.poll(() => socket.bytesRead).toBeGreaterThan(0)
    socket.write(`${body.slice(before)}GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect((await answers).match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['413', '200'])
  },
)

/** Newer versions of Node refuse such a request themselves, without a body. */
const TOO_MANY_FIELDS = /^HTTP\/1\.1 (?:431 |400 INVALID_REQUEST.*"param":"headers")/s

test('GAT-273 a field behind more than Node shows is refused', async () => {
  const { url } = await startForTest()
  const fields = `Host: localhost\r\n${'a:\r\n'.repeat(1_100)}Host: evil.example`
  const answer = await sendRaw(url, `GET /healthz HTTP/1.1\r\n${fields}\r\nConnection: close\r\n\r\n`)
  expect(answer).toMatch(TOO_MANY_FIELDS)
})

test('GAT-356 a field behind more than the server reads is refused', async () => {
  const { url, server } = await mountSeen(await startForTest())
  server.maxHeadersCount = 3
  const ask = (fields: string): Promise<string> =>
    sendRaw(url, `GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${fields}\r\n`)
  expect(await ask('')).toMatch(/^HTTP\/1\.1 200 /)
  expect(await ask('a:\r\nHost: evil.example\r\n')).toMatch(TOO_MANY_FIELDS)
})

test('GAT-273 chunks in HTTP/1.0 are refused', async () => {
  const gateway = await startForTest()
  const head = 'POST /v1/chat/completions HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const answer = await sendRaw(gateway.url, `${head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)
  expect(answer).toContain('"param":"transfer-encoding"')
})

test('GAT-273 two keys are none, whichever is the right one', async () => {
  const tenants = [{ name: 't', keyHash: createHash('sha256').update('right').digest('hex') }]
  const gateway = await startForTest({ options: { tenants } })
  const ask = (keys: string[]): Promise<string> => {
    const fields = keys.map((key) => `Authorization: Bearer ${key}\r\n`).join('')
    return sendRaw(gateway.url, `GET /v1/models HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields}\r\n`)
  }
  expect(await ask(['right'])).toMatch(/^HTTP\/1\.1 200 /)
  for (const keys of [
    ['right', 'wrong'],
    ['wrong', 'right'],
  ]) {
    expect(await ask(keys)).toMatch(/^HTTP\/1\.1 401 /)
  }
})

const BOM = '\uFEFF'

test.each([
  { title: 'one byte order mark', mark: BOM, status: 200 },
  { title: 'two', mark: BOM + BOM, status: 400 },
])('GAT-252 a request behind $title answers $status', async ({ mark, status }) => {
  const gateway = await startForTest()
  expect((await gateway.chat(mark + JSON.stringify(askClerk()))).status).toBe(status)
  expect(gateway.upstream.received.filter(({ text }) => text.includes(BOM))).toEqual([])
})

test('GAT-252 an answer and a refusal behind a byte order mark are read', async () => {
  const gateway = await startForTest()
  const refusal = JSON.stringify({ error: { message: 'no such model' } })
  gateway.upstream.answer(
    { kind: 'whole', body: BOM + JSON.stringify(completion({ content: 'words' })) },
    { kind: 'whole', status: 404, body: BOM + refusal },
  )
  const { status, text } = await gateway.chat(askClerk())
  expect([status, text.startsWith('{"id"')]).toEqual([200, true])
  expect((await gateway.chat(askClerk())).json).toMatchObject({ error: { message: 'no such model' } })
})

const data = (value: object | string): string =>
  `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`

/** Asks for a stream and returns what came of it until the connection was broken. */
function askStream(url: string, fields: object = {}): Promise<string> {
  return textOf(connectRaw(url, askClerk({ stream: true, ...fields })))
}

const good = chunk({ content: 'words' })
const BAD = [
  { title: 'no JSON', bad: 'data: {"choices":\n\n', code: 'upstream_invalid_response' },
  { title: 'an error', bad: data({ error: { message: 'x' } }), code: 'upstream_error' },
  { title: 'too long', bad: `data: ${'x'.repeat(5_000)}`, code: 'upstream_response_too_large' },
]

test.each(BAD)(
  'GAT-253 what came whole goes out before an event that is $title, in one piece',
  async ({ bad, code }) => {
    const gateway = await startForTest({ options: { limits: { maxResponseBytes: 4_096 } } })
    gateway.upstream.answer({ kind: 'stream', events: [data(good) + data(good) + bad] })
    const text = await askStream(gateway.url)
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
    expect(text.split('"words"')).toHaveLength(3)
    expect(text.lastIndexOf('data: {"error":')).toBeGreaterThan(text.lastIndexOf('"words"'))
    expect(text).toContain(`"code":"${code}"`)
    expect(text).not.toContain('[DONE]')
    expect((await gateway.rows()).at(-1)).toMatchObject({
      kind: 'ai.invocation_failed',
      payload: { reason: code },
    })
  },
)

test.each(BAD)('GAT-253 a first event that is $title leaves the answer unopened', async ({ bad, code }) => {
  const gateway = await startForTest({ options: { limits: { maxResponseBytes: 4_096 } } })
  gateway.upstream.answer({ kind: 'stream', events: [bad] })
  const { status, json } = await gateway.chat(askClerk({ stream: true }))
  expect([status, json]).toMatchObject([502, { error: { code } }])
})

test('GAT-254 a refusal in one piece with a bad event goes out once its row is on disk', async () => {
  let release: () => void = () => {}
  const gateway = await startForTest({
    append: (kind) => {
      const head = { chain: 'main', seq: 0, hash: '' }
      if (kind !== 'ai.tool_refused') return Promise.resolve(head)
      return new Promise((resolve) => {
        release = () => resolve(head)
      })
    },
  })
  const call = chunk({ tool_calls: [{ index: 0, function: { name: 'send_mail', arguments: '' } }] })
  gateway.upstream.answer({ kind: 'stream', events: [data(good) + data(call) + data('no JSON')] })
  const messages = [{ role: 'user', content: 'mail', untrusted: true }]
  const socket = connectRaw(gateway.url, askClerk({ stream: true, messages }))
  const answer = textOf(socket)
  await expect.poll(() => gateway.events.map(({ type }) => type)).toContain('tool_refused')
  expect(socket.bytesRead).toBe(0)
  release()
  expect(await answer).toMatch(/words.*withheld.*upstream_invalid_response/s)
})

/** A server of its own in front of a gateway, whose sockets are seen. */
async function mountSeen(gateway: TestGateway): Promise<{ url: string; sockets: Socket[]; server: Server }> {
  const sockets: Socket[] = []
  const server = createServer(gateway.gateway.handler).on('connection', (socket) => sockets.push(socket))
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets, server }
}

const LARGE = completion({ content: 'x'.repeat(15_000_000) })

/** Reads nothing; the minute that a connection has then is told to be over, in place of waiting for it. */
async function expectCutOff(caller: Socket, sockets: readonly Socket[]): Promise<void> {
  caller.pause()
  await expect.poll(() => sockets[0]?.timeout, { timeout: 10_000 }).toBe(60_000)
  const closed = new Promise((resolve) => sockets[0]?.once('close', resolve))
  sockets[0]?.emit('timeout')
  await closed
  caller.destroy()
}

test.each([1, 2])(
  'GAT-284 a caller that takes nothing of a large answer does not hold it for ever, %d at once',
  async (count) => {
    const gateway = await startForTest()
    gateway.upstream.answer(
      ...[completion({ content: 'x' }), LARGE]
        .slice(-count)
        .map((body) => ({ kind: 'whole', body }) as const),
    )
    const { url, sockets } = await mountSeen(gateway)
    const caller = connectRaw(url, askClerk(), count)
    await expectCutOff(caller, sockets)
  },
)

test('GAT-351 a caller that takes nothing of what a stream ended with does not hold it for ever', async () => {
  const gateway = await startForTest({
    options: { council: async () => ({ report: 'x'.repeat(15_000_000) }) },
  })
  const { url, sockets } = await mountSeen(gateway)
  const caller = connectRaw(url, { mode: 'design', content: 'x', stream: true }, 1, '/v1/council')
  await expectCutOff(caller, sockets)
})

test('GAT-284 once a large answer is taken, the connection has the time that it had before', async () => {
  const gateway = await startForTest()
  gateway.upstream.answer({ kind: 'whole', body: LARGE })
  const { url, sockets } = await mountSeen(gateway)
  const caller = connectRaw(url, askClerk())
  caller.pause()
  await expect.poll(() => sockets[0]?.timeout, { timeout: 10_000 }).toBe(60_000)
  caller.resume()
  await expect.poll(() => sockets[0]?.timeout).toBe(0)
  caller.destroy()
})

test('GAT-143 a caller that never reads does not outlive the limits', async () => {
  const gateway = await startForTest({ upstream: { timeouts: { totalMs: 300 } } })
  const events = textStream('x '.repeat(200).repeat(50)).slice(0, -1)
  gateway.upstream.answer({ kind: 'stream', events: [...events, ...events, ...events], paceMs: 1 })
  const socket = connectRaw(gateway.url, askClerk({ stream: true }))
  socket.pause()
  const ends = (): unknown[] => gateway.events.filter(({ type }) => type === 'request_end')
  await expect.poll(ends, { timeout: 10_000 }).toMatchObject([{ code: 'upstream_timeout' }])
  await gateway.gateway.close()
  socket.destroy()
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
