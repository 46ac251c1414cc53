import { createGateway, findOptionFaults } from '@cordon/gateway'
import { expect, test } from 'vitest'
import { askClerk, startForTest } from './start-gateway.ts'

const upstream = { name: 'main', baseUrl: 'https://example.com/v1' }
const tenant = { name: 't', keyHash: '0'.repeat(64) }

interface Case {
  readonly path: string
  readonly options: object
}

const personas = { load: () => {}, handles: () => [] }
const audit = { append: () => {} }

const create = (options: object): unknown =>
  createGateway({ personas, audit, upstreams: [upstream], ...options } as never)

test.each<Case>([
  { path: 'options', options: { tenant: [tenant] } },
  { path: 'tenants[0]', options: { tenants: [{ ...tenant, allowedPersona: [] }] } },
  { path: 'tenants[0].limits', options: { tenants: [{ ...tenant, limits: { requestPerMinute: 1 } }] } },
  { path: 'limits', options: { limits: { maxBody: 1 } } },
  { path: 'limits', options: { limits: { constructor: 1 } } },
  { path: 'names', options: { names: { badge: 'x' } } },
  { path: 'upstreams[0]', options: { upstreams: [{ ...upstream, key: 'sk' }] } },
  { path: 'upstreams[0].timeouts', options: { upstreams: [{ ...upstream, timeouts: { total: 1 } }] } },
  { path: 'upstreams[0].retries', options: { upstreams: [{ ...upstream, retries: { count: 1 } }] } },
  { path: 'models.m', options: { models: { m: { upstream: 'main', modle: 'x' } } } },
])('GAT-161 a name in $path that does not exist is a TypeError', ({ path, options }) => {
  expect(() => create(options)).toThrow(TypeError)
  expect(() => create(options)).toThrow(`"${path}" expected `)
})

test.each<Case>([
  { path: 'tenants[0].toolMessages', options: { tenants: [{ ...tenant, toolMessages: 'trust' }] } },
  { path: 'tenants[0].taintedTools', options: { tenants: [{ ...tenant, taintedTools: 'refused' }] } },
  {
    path: 'upstreams[0].systemMessages',
    options: { upstreams: [{ ...upstream, systemMessages: 'merged' }] },
  },
  { path: 'fenceNonces', options: { fenceNonces: 'key', fenceSecret: 's'.repeat(32) } },
])('GAT-161 a value of $path that does not exist is a RangeError', ({ path, options }) => {
  expect(() => create(options)).toThrow(RangeError)
  expect(() => create(options)).toThrow(`"${path}" expected `)
})

test.each<Case>([
  { path: 'limits.drainMs', options: { limits: { drainMs: 0.5 } } },
  {
    path: 'tenants[0].limits.requestsPerMinute',
    options: { tenants: [{ ...tenant, limits: { requestsPerMinute: 0 } }] },
  },
  {
    path: 'upstreams[0].timeouts.connectMs',
    options: { upstreams: [{ ...upstream, timeouts: { connectMs: '1' } }] },
  },
  {
    path: 'upstreams[0].retries.attempts',
    options: { upstreams: [{ ...upstream, retries: { attempts: -1 } }] },
  },
  { path: 'upstreams[0].connections', options: { upstreams: [{ ...upstream, connections: 2 ** 31 }] } },
])('GAT-324 a number outside of its bounds is a RangeError about $path', ({ path, options }) => {
  expect(() => create(options)).toThrow(new RangeError(`"${path}" expected integer 1..2147483647`))
})

test.each<Case>([
  { path: 'limits.maxBodyBytes', options: { limits: Object.create({ maxBodyBytes: -1 }) } },
  {
    path: 'tenants[0].limits.requestsPerMinute',
    options: { tenants: [{ ...tenant, limits: Object.create({ requestsPerMinute: -1 }) }] },
  },
  { path: 'names.badgeField', options: { names: Object.create({ badgeField: 'A' }) } },
])('GAT-450 a value of a prototype is checked: $path', ({ path, options }) => {
  expect(() => create(options)).toThrow(RangeError)
  expect(() => create(options)).toThrow(`"${path}" expected `)
})

test('GAT-450 limits and names of a prototype are used', async () => {
  const limits = Object.create({ maxBodyBytes: 10 })
  const names = Object.create({ badgeField: 'persona' })
  const gateway = await startForTest({ options: { limits, names } })
  expect((await gateway.chat(askClerk())).status).toBe(413)
  const other = await startForTest({ options: { names } })
  expect((await other.chat(askClerk())).json).toHaveProperty('persona')
})

test.each<Case>([
  { path: 'personas', options: { personas: undefined } },
  { path: 'personas', options: { personas: 'personas' } },
  { path: 'audit', options: { audit: {} } },
  { path: 'upstreams', options: { upstreams: undefined } },
  { path: 'upstreams', options: { upstreams: 'https://example.com/v1' } },
  { path: 'upstreams[0]', options: { upstreams: ['https://example.com/v1'] } },
  { path: 'upstreams[0]', options: { upstreams: [null] } },
  { path: 'models', options: { models: 'm' } },
  { path: 'models', options: { models: [] } },
  { path: 'tenants', options: { tenants: { t: tenant } } },
  { path: 'council', options: { council: 'offline' } },
  { path: 'contact', options: { contact: 5 } },
  { path: 'fenceSecret', options: { fenceNonces: 'keyed', fenceSecret: 5 } },
  { path: 'onEvent', options: { onEvent: 'log' } },
])('GAT-181 $options is a TypeError about $path', ({ path, options }) => {
  expect(() => create(options)).toThrow(TypeError)
  expect(() => create(options)).toThrow(`"${path}" expected `)
})

test('GAT-181 no options, and an upstream without a name', () => {
  expect(() => (createGateway as () => unknown)()).toThrow('"options" expected object, got undefined')
  expect(() => create({ upstreams: [{ baseUrl: upstream.baseUrl }] })).toThrow(
    '"upstreams[0].name" expected ',
  )
})

test.each<Case>([
  { path: 'tenants[0].name', options: { tenants: [{ keyHash: tenant.keyHash }] } },
  { path: 'models.m', options: { models: { m: { upstream: 'main' } } } },
  { path: 'models.m[0]', options: { models: { m: [{ upstream: 'main', model: '' }] } } },
])('GAT-233 a missing text of $path is a RangeError', ({ path, options }) => {
  expect(() => create(options)).toThrow(RangeError)
  expect(() => create(options)).toThrow(`"${path}" expected `)
})

test.each<Case>([
  { path: 'tenants[0].allowedPersonas', options: { tenants: [{ ...tenant, allowedPersonas: 'a@1.0.0' }] } },
  { path: 'tenants[0].allowedPersonas', options: { tenants: [{ ...tenant, allowedPersonas: [5] }] } },
  { path: 'tenants[0].allowedPersonas', options: { tenants: [{ ...tenant, allowedPersonas: ['a'] }] } },
  { path: 'tenants[0].defaultPersona', options: { tenants: [{ ...tenant, defaultPersona: 'a@1' }] } },
])('GAT-321 what is no handle in $options is a RangeError about $path', ({ path, options }) => {
  expect(() => create(options)).toThrow(RangeError)
  expect(() => create(options)).toThrow(`"${path}" expected `)
})

const faulty = {
  upstreams: [upstream, { ...upstream, baseUrl: 'http://user@example.com/v1?key=1' }, null],
  models: {
    m: [
      { upstream: 'main', model: 'x' },
      { upstream: 'nowhere', model: 'x' },
    ],
  },
  tenants: [tenant, { ...tenant, defaultPersona: 'a@1.0.0', allowedPersonas: ['b@1.0.0'] }],
  names: { badgeField: 'choices' },
  fenceNonces: 'keyed',
}

test('GAT-278 every fault between options is named at once', () => {
  const options = { ...faulty, upstreams: faulty.upstreams.slice(0, 2) }
  const sentences = [
    '"upstreams[1].name" expected one that no other has',
    '"upstreams[1].baseUrl" expected https, or http to this machine',
    '"upstreams[1].baseUrl" expected neither credentials, query nor fragment',
    '"models.m[1].upstream" expected one of main',
    '"tenants[1].name" expected one that no other has',
    '"tenants[1].keyHash" expected one that no other has',
    '"tenants[1].defaultPersona" expected one of its allowedPersonas',
    '"names.badgeField" expected a name that no field of a chat completion has',
    '"fenceSecret" expected at least 32 bytes for keyed nonces',
  ]
  expect(() => create(options)).toThrow(new RangeError(sentences.join('; ')))
})

test('GAT-278 nothing is said of what follows from a value that is not of its form', () => {
  const { length } = findOptionFaults(faulty)
  expect(length).toBe(8)
  const unread = {
    upstreams: null,
    models: [],
    tenants: [5, null],
    names: 'x',
    fenceNonces: 'keyed',
    fenceSecret: null,
  }
  expect(findOptionFaults(unread)).toEqual([])
})

const second = { ...upstream, name: 'second' }

test.each<Case>([
  { path: 'upstreams[1]', options: { upstreams: [upstream, { ...second, key: 'sk' }] } },
  { path: 'upstreams[1].name', options: { upstreams: [upstream, { ...upstream, name: 'a b' }] } },
  { path: 'upstreams[1].baseUrl', options: { upstreams: [upstream, { name: 'second' }] } },
  { path: 'upstreams[1].apiKey', options: { upstreams: [upstream, { ...second, apiKey: 'a b' }] } },
  {
    path: 'upstreams[1].timeouts.totalMs',
    options: { upstreams: [upstream, { ...second, timeouts: { totalMs: 0 } }] },
  },
  {
    path: 'tenants[1].limits.concurrentRequests',
    options: { tenants: [tenant, { name: 'u', keyHash: '1'.repeat(64), limits: { concurrentRequests: 0 } }] },
  },
  {
    path: 'models.m[1]',
    options: { models: { m: [{ upstream: 'main', model: 'x' }, { upstream: 'main' }] } },
  },
])('GAT-352 of several entries, $path is named', ({ path, options }) => {
  expect(() => create(options)).toThrow(`"${path}" expected `)
})

test('GAT-353 each target of an alias without an upstream is named', () => {
  const nowhere = { upstream: 'nowhere', model: 'x' }
  const models = { one: nowhere, two: [nowhere, nowhere] }
  expect(findOptionFaults({ upstreams: [upstream], models }).map(({ path }) => path)).toEqual([
    ['models', 'one', 'upstream'],
    ['models', 'two', 0, 'upstream'],
    ['models', 'two', 1, 'upstream'],
  ])
})

test.each([{}, { fenceNonces: 'fresh' }])('GAT-354 a secret that nothing uses is refused: %o', (options) => {
  const fault = '"fenceSecret" expected with keyed nonces only'
  expect(() => create({ ...options, fenceSecret: 's'.repeat(32) })).toThrow(new RangeError(fault))
})

test.each([
  {
    title: 'a time beyond every timer',
    options: { upstreams: [{ ...upstream, timeouts: { connectMs: 2 ** 31 } }] },
  },
  { title: 'no connection', options: { upstreams: [{ ...upstream, connections: 0 }] } },
  { title: 'half a connection', options: { upstreams: [{ ...upstream, connections: 1.5 }] } },
  { title: 'a drain beyond every timer', options: { limits: { drainMs: 2 ** 31 } } },
])('GAT-151 $title is a RangeError', ({ options }) => {
  expect(() => create(options)).toThrow(RangeError)
})

const hex = 'the SHA-256 of the key, 64 lower-case hex, as printf %s "$KEY" | sha256sum prints it'

test.each([
  [
    { upstreams: [{ ...upstream, name: 'a b' }] },
    '"upstreams[0].name" expected a letter or digit, then up to 63 of A-Z a-z 0-9 . _ -',
  ],
  [
    { upstreams: [{ ...upstream, apiKey: 'a b' }] },
    '"upstreams[0].apiKey" expected printable ASCII without blanks',
  ],
  [{ tenants: [{ ...tenant, keyHash: 'sk' }] }, `"tenants[0].keyHash" expected ${hex}`],
  [{ metricsKeyHash: 'sk' }, `"metricsKeyHash" expected ${hex}`],
  [
    { names: { headerPrefix: '-' } },
    '"names.headerPrefix" expected a letter, then up to 63 of A-Z a-z 0-9 -',
  ],
  [
    { names: { badgeField: 'A' } },
    '"names.badgeField" expected a lower-case letter, then up to 63 of a-z 0-9 _',
  ],
  [
    { names: { auditPrefix: 'A' } },
    '"names.auditPrefix" expected a lower-case letter, then up to 31 of a-z 0-9 _',
  ],
  [
    {
      upstreams: [upstream, { ...upstream, name: 'spare' }],
      models: { m: { upstream: 'spar', model: 'x' } },
    },
    '"models.m.upstream" expected one of main, spare',
  ],
])('GAT-430 a wrong text is answered with the form in words: %j', (options, message) => {
  expect(() => create(options)).toThrow(new RangeError(message))
})
