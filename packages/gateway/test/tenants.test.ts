import { createHash } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { createGateway } from '@cordon/gateway'
import { expect, onTestFinished, test, vi } from 'vitest'
import { askClerk, startForTest } from './start-gateway.ts'

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')
const tenants = [{ name: 'harbour', keyHash: hashOf('right-key') }]
const right = { authorization: 'Bearer right-key' }

test.each([
  { title: 'no key', headers: {} },
  { title: 'a wrong key', headers: { authorization: 'Bearer wrong-key' } },
  { title: 'the digest of the key', headers: { authorization: `Bearer ${hashOf('right-key')}` } },
  { title: 'another scheme', headers: { authorization: 'Basic right-key' } },
])('GAT-060 $title is refused', async ({ headers }) => {
  const gateway = await startForTest({ options: { tenants } })
  const answer = await gateway.chat(askClerk(), headers as Record<string, string>)
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  expect(answer.json).toMatchObject({ error: { code: 'invalid_api_key' } })
  expect(gateway.upstream.received).toHaveLength(0)
})

test('GAT-060 the right key is served and its tenant stands in the row', async () => {
  const gateway = await startForTest({ options: { tenants } })
  expect((await gateway.chat(askClerk(), right)).status).toBe(200)
  expect((await gateway.rows())[0]?.payload['tenant']).toBe('harbour')
  expect((await gateway.request('/v1/models')).status).toBe(401)
  expect((await gateway.request('/healthz')).status).toBe(200)
})

test("GAT-061 a tenant's limits answer 429 with Retry-After", async () => {
  // Time stands still: no request is earned back meanwhile.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const limits = { requestsPerMinute: 2, concurrentRequests: 1 }
  const gateway = await startForTest({
    options: { tenants: tenants.map((tenant) => ({ ...tenant, limits })) },
  })
  gateway.upstream.answer({ kind: 'silent' })
  const caller = new AbortController()
  const first = fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: right,
    body: JSON.stringify(askClerk()),
    signal: caller.signal,
  })
  await expect.poll(() => gateway.upstream.received.length).toBe(1)
  expect((await gateway.chat(askClerk(), right)).status).toBe(429)
  caller.abort()
  await expect(first).rejects.toThrow()
  await expect.poll(() => gateway.events.at(-1)).toMatchObject({ code: 'client_closed' })
  expect((await gateway.chat(askClerk(), right)).status).toBe(200)
  const refused = await gateway.chat(askClerk(), right)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('30')
  expect(refused.json).toMatchObject({ error: { type: 'rate_limit_error', code: 'rate_limited' } })
})

test('GAT-272 a body that drips in takes a place among the open requests', async () => {
  const limited = tenants.map((tenant) => ({ ...tenant, limits: { concurrentRequests: 1 } }))
  const gateway = await startForTest({ options: { tenants: limited, council: async () => ({}) } })
  const { hostname, port } = new URL(gateway.url)
  for (const path of ['/v1/chat/completions', '/v1/council']) {
    const dripping = httpRequest({ hostname, port, path, method: 'POST', headers: right })
    dripping.on('error', () => {}).write('{')
    const seen = gateway.events.length
    await expect.poll(async () => (await gateway.chat(askClerk(), right)).status).toBe(429)
    dripping.destroy()
    const ends = (): unknown[] => gateway.events.slice(seen).map((event) => 'code' in event && event.code)
    await expect.poll(ends).toContain('client_closed')
    expect((await gateway.chat(askClerk(), right)).status).toBe(200)
  }
})

/** A request with headers that `fetch` does not let through. */
function raw(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${url}/v1/chat/completions`, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('error', reject)
    request.end(JSON.stringify(askClerk()))
  })
}

const json = { 'content-type': 'application/json' }

test.each([
  { title: 'a foreign Host', headers: { ...json, host: 'evil.example' }, status: 403 },
  { title: 'a foreign Origin', headers: { ...json, origin: 'http://evil.example' }, status: 403 },
  { title: 'an Origin of null', headers: { ...json, origin: 'null' }, status: 403 },
  { title: 'another content type', headers: { 'content-type': 'text/plain' }, status: 415 },
  { title: 'a content encoding', headers: { ...json, 'content-encoding': 'gzip' }, status: 415 },
  { title: 'localhost', headers: { ...json, host: 'localhost:8080' }, status: 200 },
])('GAT-062 without keys $title answers $status', async ({ headers, status }) => {
  const gateway = await startForTest()
  expect(await raw(gateway.url, headers as Record<string, string>)).toBe(status)
})

test.each([
  { host: '127.0.0.2:8080', status: 200 },
  { host: '[::1]:8080', status: 200 },
  { host: 'LOCALHOST', status: 200 },
  { host: '127.0.0.2.evil.example', status: 403 },
  { host: '::1', status: 403 },
  { host: 'localhost:80:80', status: 403 },
])('GAT-160 without keys the Host $host answers $status', async ({ host, status }) => {
  const gateway = await startForTest()
  expect(await raw(gateway.url, { ...json, host })).toBe(status)
})

test('GAT-063 without keys no other machine is served', async () => {
  const gateway = await startForTest()
  const request = new Request('http://localhost/healthz')
  expect((await gateway.gateway.fetch(request, { remoteAddress: '192.0.2.7' })).status).toBe(403)
  expect((await gateway.gateway.fetch(request, { remoteAddress: '::ffff:127.0.0.1' })).status).toBe(200)
})

test.each([
  { title: 'a stranger', headers: {}, remoteAddress: '192.0.2.7', told: false },
  { title: 'a tenant', headers: right, remoteAddress: '192.0.2.7', told: false },
  {
    title: 'this machine behind a proxy',
    headers: { forwarded: 'for=192.0.2.7' },
    remoteAddress: '127.0.0.1',
    told: false,
  },
  {
    title: 'a foreign page',
    headers: { origin: 'https://evil.example' },
    remoteAddress: '127.0.0.1',
    told: false,
  },
  { title: 'this machine', headers: {}, remoteAddress: '127.0.0.1', told: true },
  {
    title: 'the metrics key',
    headers: { authorization: 'Bearer metrics' },
    remoteAddress: '192.0.2.7',
    told: true,
  },
])(
  'GAT-392 $title reads more of /readyz than its status: $told',
  async ({ headers, remoteAddress, told }) => {
    const gateway = await startForTest({ options: { tenants, metricsKeyHash: hashOf('metrics') } })
    const ask = (): Promise<Response> =>
      gateway.gateway.fetch(new Request('http://localhost/readyz', { headers }), { remoteAddress })
    const ready = await ask()
    expect(ready.status).toBe(200)
    expect(await ready.json()).toEqual(
      told
        ? expect.objectContaining({ status: 'ready', faults: [], upstreams: ['main'] })
        : { status: 'ready' },
    )
    await gateway.gateway.close()
    const draining = await ask()
    expect(draining.status).toBe(503)
    expect(await draining.json()).toEqual(
      told ? expect.objectContaining({ status: 'not_ready', faults: ['draining'] }) : { status: 'not_ready' },
    )
  },
)

test('GAT-064 metrics are for this machine, or for the metrics key', async () => {
  const gateway = await startForTest({ options: { tenants, metricsKeyHash: hashOf('metrics') } })
  const from = (key?: string): Promise<Response> =>
    gateway.gateway.fetch(
      new Request(
        'http://gw.example/metrics',
        key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } },
      ),
      {
        remoteAddress: '192.0.2.7',
      },
    )
  expect([(await from()).status, (await from('right-key')).status, (await from('metrics')).status]).toEqual([
    401, 401, 200,
  ])
})

test.each([
  { title: 'a page of another site', headers: { origin: 'https://evil.example' } },
  { title: 'a page whose name was pointed here by its own DNS', headers: { host: 'gw.example' } },
  { title: 'a caller behind a proxy', headers: { 'x-forwarded-for': '192.0.2.7' } },
  { title: "a tenant's key behind a proxy", headers: { ...right, forwarded: 'for=192.0.2.7' } },
])('GAT-460 $title lacks the metrics key, and is told so', async ({ headers }) => {
  const gateway = await startForTest({ options: { tenants, metricsKeyHash: hashOf('metrics') } })
  const ask = (fields: Record<string, string>): Promise<Response> =>
    gateway.gateway.fetch(new Request('http://localhost/metrics', { headers: fields }), {
      remoteAddress: '127.0.0.1',
    })
  const refused = await ask(headers as Record<string, string>)
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  expect(await refused.json()).toMatchObject({
    error: { code: 'invalid_api_key', message: 'The API key is missing or not known.' },
  })
  const served = await ask({ ...(headers as Record<string, string>), authorization: 'Bearer metrics' })
  expect(served.status).toBe(200)
})

test.each([
  { title: 'no upstream', options: { upstreams: [] } },
  {
    title: 'http to another machine',
    options: { upstreams: [{ name: 'a', baseUrl: 'http://example.com/v1' }] },
  },
  {
    title: 'a key that cannot stand in a header',
    options: { upstreams: [{ name: 'a', baseUrl: 'https://example.com/v1', apiKey: 'sk\n' }] },
  },
  {
    title: 'credentials in the address',
    options: { upstreams: [{ name: 'a', baseUrl: 'https://u:p@example.com/v1' }] },
  },
  {
    title: 'two upstreams of one name',
    options: { upstreams: Array(2).fill({ name: 'a', baseUrl: 'https://example.com' }) },
  },
  { title: 'an alias to nowhere', options: { models: { m: { upstream: 'b', model: 'x' } } } },
  { title: 'a key in the clear', options: { tenants: [{ name: 't', keyHash: 'right-key' }] } },
  {
    title: 'one key for two',
    options: { tenants: [...tenants, { name: 'u', keyHash: hashOf('right-key') }] },
  },
  {
    title: 'a default outside the list',
    options: {
      tenants: [{ name: 't', keyHash: hashOf('k'), allowedPersonas: [], defaultPersona: 'a@1.0.0' }],
    },
  },
  { title: 'keyed fences without a secret', options: { fenceNonces: 'keyed' as const } },
  { title: 'a badge over the answer', options: { names: { badgeField: 'choices' } } },
  { title: 'a limit of zero', options: { limits: { maxBodyBytes: 0 } } },
])('GAT-065 $title is refused when the gateway is made', ({ options }) => {
  const personas = {
    integrity: 'live' as const,
    load: () => {
      throw new Error('unused')
    },
    handles: () => [],
  }
  const audit = { append: () => Promise.resolve(), head: () => ({ chain: 'a', seq: 0, hash: '' }) }
  const upstreams = [{ name: 'a', baseUrl: 'https://example.com/v1' }]
  expect(() => createGateway({ personas, audit, upstreams, ...options })).toThrow(RangeError)
})

test('GAT-152 a caller without a key is refused before its body is looked at', async () => {
  const gateway = await startForTest({
    options: { tenants, council: async () => ({}), limits: { maxBodyBytes: 10 } },
  })
  for (const path of ['/v1/chat/completions', '/v1/council']) {
    const answer = await gateway.request(path, { method: 'POST', body: '{"not": json'.repeat(100) })
    expect([answer.status, answer.json]).toMatchObject([401, { error: { code: 'invalid_api_key' } }])
  }
})
