import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSealKey, sealPersonas } from '@cordon/personas/seal'
import { beforeEach, expect, test } from 'vitest'
import { configReference } from '../scripts/config-reference.ts'
import { type RunResult, runInProcess } from './run-in-process.ts'
import { makeServeFolder, UPSTREAM, writeConfig } from './serve-folder.ts'

const [ONE, TWO] = [generateSealKey(), generateSealKey()]
let folder: string
beforeEach(() => {
  folder = makeServeFolder()
})

/** Checks a configuration that is good but for `fields`. */
function check(fields: object, env: Readonly<Record<string, string>> = {}): Promise<RunResult> {
  return runInProcess(['serve', '--check', '--config', writeConfig(fields, folder)], { env })
}

function faultsOf(stderr: string): string[] {
  return stderr.trimEnd().split('\n  ').slice(1)
}

test('GAT-120 every fault is named at once, and no secret is quoted', async () => {
  const { code, stderr } = await check({
    listen: { host: '0.0.0.0' },
    upstreams: [
      { ...UPSTREAM, apiKey: '${NOT_SET}' },
      { ...UPSTREAM, baseUrl: 'http://example.com' },
    ],
    models: { smart: { upstream: 'nowhere', model: 'm' } },
    tenants: [{ name: 'a', keyHash: 'sk-in-the-clear' }],
    fenceNonces: 'keyed',
  })
  expect(code).toBe(2)
  for (const fault of [
    'upstreams.0.apiKey: the environment variable NOT_SET is not set',
    'tenants.0.keyHash: expected the SHA-256 of the key, 64 lower-case hex, as printf %s "$KEY" | sha256sum prints it',
    'upstreams.1.name: expected one that no other has',
    'upstreams.1.baseUrl: expected https',
    'models.smart.upstream: expected one of local',
    'fenceSecret: expected at least 32 bytes for keyed nonces',
  ]) {
    expect(stderr).toContain(fault)
  }
  expect(stderr).not.toContain('sk-in-the-clear')
})

test('GAT-120 each fault has a line, and a part that is not of its form hides none of the others', async () => {
  const { stderr } = await check({
    listen: { host: '0.0.0.0' },
    audit: { directory: 'audit', extra: 1 },
    models: { smart: { upstream: 'nowhere', model: 'm' } },
  })
  expect(stderr.trimEnd().split('\n')).toEqual([
    `cordon: ${join(folder, 'cordon.yaml')} has 3 faults:`,
    '  audit: has the unknown field "extra"; known are directory, chain',
    '  listen.host: without tenants the gateway has no keys and listens on a loopback address only',
    '  models.smart.upstream: expected one of local',
  ])
})

test('CLI-110 a sealed directory is told by what makes it so', async () => {
  writeFileSync(join(folder, 'personas.lock.json'), '{}')
  const { stderr } = await check({})
  expect(faultsOf(stderr)).toEqual([
    'personas: sealed (it holds personas.lock.json) needs publicKey, or unsigned: true, and not both',
  ])
})

test('CLI-110 a field that is not of its form hides no fault of its neighbours', async () => {
  const { stderr } = await check({
    listen: { host: '0.0.0.0', port: 99_999 },
    personas: { directory: 'nowhere', integrity: 'sealed', root: '' },
    upstreams: [
      { ...UPSTREAM, connections: 0 },
      { name: 'local', baseUrl: 'http://example.com' },
    ],
    models: { smart: { upstream: 'nowhere', model: '' } },
    names: { badgeField: 'choices', metricPrefix: '' },
    council: { model: 'openai:gpt-5', extra: 1 },
  })
  expect(faultsOf(stderr)).toEqual([
    'listen.port: expected integer of at most 65535, got a greater one',
    'personas.root: expected string that is not empty, got an empty one',
    'upstreams.0.connections: expected integer of at least 1, got a smaller one',
    'models.smart.model: expected string that is not empty, got an empty one',
    'names.metricPrefix: expected a lower-case letter, then up to 31 of a-z 0-9 _',
    'council: has the unknown field "extra"; known are model, baseUrl',
    'listen.host: without tenants the gateway has no keys and listens on a loopback address only',
    'personas.directory: there is no such directory',
    'personas: sealed needs publicKey, or unsigned: true, and not both',
    'upstreams.1.name: expected one that no other has',
    'upstreams.1.baseUrl: expected https, or http to this machine',
    'models.smart.upstream: expected one of local',
    'names.badgeField: expected a name that no field of a chat completion has',
    'council.model: no key for openai:gpt-5; set OPENAI_API_KEY, or take offline, which needs none',
  ])
})

test('CLI-110 nothing follows from a field that is not of its form', async () => {
  const { stderr } = await check({
    listen: { host: '0.0.0.0' },
    personas: { directory: '.', integrity: 'sealed', publicKey: 'none' },
    upstreams: [{ ...UPSTREAM, name: 'a b' }, 5],
    models: { smart: { upstream: 'local', model: 'm' } },
    tenants: 5,
    fenceNonces: 'keyed',
    fenceSecret: '${NOT_SET}',
    council: { model: 'openai:qwen3', baseUrl: 'ftp://127.0.0.1' },
  })
  expect(faultsOf(stderr).map((fault) => fault.split(':')[0])).toEqual([
    'personas.publicKey',
    'upstreams.0.name',
    'upstreams.1',
    'tenants',
    'fenceSecret',
    'council.baseUrl',
  ])
})

test.each([
  [['cordon.yaml'], 'serve takes its configuration as --config <file>'],
  [[], 'serve needs --config <file>'],
])('CLI-111 serve %j says where the configuration goes', async (args, message) => {
  expect(await runInProcess(['serve', ...args])).toMatchObject({ code: 2, stderr: `cordon: ${message}\n` })
})

test('CLI-111 a field that is missing is called missing', async () => {
  const { stderr } = await check({ audit: undefined })
  expect(faultsOf(stderr)).toEqual(['audit: is missing; expected object'])
})

test.each<[text: string, faults: string[]]>([
  ['', ['(file): is empty; write at least personas, audit and upstreams']],
  ['# later\n', ['(file): is empty; write at least personas, audit and upstreams']],
  ['[]', ['(file): expected object, got list']],
  [
    'personas: { directory: ., integrity: 5, publicKey: 5 }\naudit: { directory: 7 }\nupstreams: []\nlisten:',
    [
      'listen: expected object, got nothing; write a value, or leave the field out',
      'personas.integrity: expected live, sealed, got number',
      'personas.publicKey: expected string or list, got number',
      'audit.directory: expected string, got number; put it in quotes',
      'upstreams: expected at least one entry, got an empty list',
    ],
  ],
  [
    JSON.stringify({
      personas: { directory: '.' },
      audit: { directory: 'audit' },
      upstreams: [{ name: 'a b', baseUrl: 'ftp://sk-secret', apiKey: 'sk secret', systemMessages: 'x' }],
      models: { m: 5, n: [{ upstream: 'a' }], '': { upstream: 'a', model: 'b' } },
      listen: { port: 1.5 },
      limits: { 'sk secret': 1, drain: 2 },
    }),
    [
      'listen.port: expected integer, got fraction',
      'upstreams.0.name: expected a letter or digit, then up to 63 of A-Z a-z 0-9 . _ -',
      'upstreams.0.baseUrl: expected http://… or https://…, got another string',
      'upstreams.0.apiKey: expected printable ASCII without blanks',
      'upstreams.0.systemMessages: expected separate, developer, merge, got another string',
      'models.m: expected object or list, got number',
      'models.n.0.model: is missing; expected string',
      'models.: has a field without a name; give it one',
      'limits: has the unknown fields of 9 characters, "drain"; known are maxBodyBytes, maxResponseBytes, drainMs',
    ],
  ],
])('CLI-184 the faults of %j are told in words of a configuration', async (text, faults) => {
  const file = join(folder, 'cordon.yaml')
  writeFileSync(file, text)
  const { code, stderr } = await runInProcess(['serve', '--check', '--config', file])
  expect([code, faultsOf(stderr)]).toEqual([2, faults])
})

test.each([
  'sk-proj-AbC123secretSecret',
  'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'AKIAIOSFODNN7EXAMPLE',
  '0123456789abcdef0123456789abcdef',
  'eyJhbGciOiJFZERTQSJ9.e30.c2ln',
  'wJalrXUtnFEMIKMDENGbPxRfiCYEXAMPLEKEY',
])('CLI-240 %s in the place of a name is not repeated', async (secret) => {
  const { code, stderr } = await check({ upstreams: [{ ...UPSTREAM, [secret]: null }], [secret]: 1 })
  expect([code, faultsOf(stderr).length]).toEqual([2, 2])
  expect(stderr).not.toContain(secret)
  expect(stderr).toContain(`has the unknown field of ${secret.length} characters; known are name, baseUrl`)
})

test('GAT-120 keyed fences take their secret from the environment', async () => {
  const fields = { fenceNonces: 'keyed', fenceSecret: '${FENCE}' }
  expect((await check(fields, { FENCE: 's'.repeat(32) })).code).toBe(0)
  expect((await check(fields, { FENCE: 'short' })).stderr).toContain('at least 32 bytes')
})

test.each([
  {
    title: 'an unknown field',
    fields: { upstream: [] },
    fault: 'has the unknown field "upstream"; known are $schema, listen, ',
  },
  {
    title: 'a key with a line end',
    fields: { upstreams: [{ ...UPSTREAM, apiKey: 'sk-1\n' }] },
    fault: 'upstreams.0.apiKey: expected',
  },
  {
    title: 'a persona directory that is not there',
    fields: { personas: { directory: 'nowhere' }, upstreams: [] },
    fault: 'personas.directory: there is no such directory',
  },
  {
    title: 'a public key that is none',
    fields: { personas: { directory: '.', integrity: 'sealed', publicKey: 'MCowBQ' } },
    fault: 'personas.publicKey: expected an Ed25519 public key in PEM; in YAML its lines',
  },
  {
    title: 'a private key',
    fields: { personas: { directory: '.', integrity: 'sealed', publicKey: ONE.privateKey } },
    fault: 'personas.publicKey: expected a public key, found a private one',
  },
  {
    title: 'a text of two keys',
    fields: {
      personas: {
        directory: '.',
        integrity: 'sealed',
        publicKey: [ONE.publicKey, ONE.publicKey + TWO.publicKey],
      },
    },
    fault: 'personas.publicKey.1: expected one key, found 2; write several as a list',
  },
  {
    title: 'a council of nobody',
    fields: { council: { model: 'nobody:x' } },
    fault: 'council.model: expected offline',
  },
  { title: 'no upstream', fields: { upstreams: [] }, fault: 'upstreams' },
  {
    title: 'a key without a seal',
    fields: { personas: { directory: '.', unsigned: true } },
    fault: 'when sealed only',
  },
  {
    title: 'a seal without a key',
    fields: { personas: { directory: '.', integrity: 'sealed' } },
    fault: 'sealed needs publicKey',
  },
])('GAT-120 $title is a fault', async ({ fields, fault }) => {
  const { code, stderr } = await check(fields)
  expect([code, stderr]).toEqual([2, expect.stringContaining(fault)])
})

const target = { upstream: 'local', model: 'm' }
const longHandle = `${'a'.repeat(65)}@1.0.0`
test.each<[id: string, title: string, fields: object, fault: string]>([
  [
    'CLI-100',
    'a badge named like a field of the answer',
    { names: { badgeField: 'choices' } },
    'names.badgeField: expected a name that no field of a chat completion has',
  ],
  [
    'CLI-101',
    'a variable that only a prototype has',
    { upstreams: [{ ...UPSTREAM, apiKey: '${constructor}' }] },
    'upstreams.0.apiKey: the environment variable constructor is not set',
  ],
  [
    'CLI-102',
    'a model named __proto__',
    { models: { ['__proto__']: { ...target, upstream: 'nowhere' } } },
    'has a field "__proto__"',
  ],
  [
    'CLI-103',
    'a time beyond every timer',
    { upstreams: [{ ...UPSTREAM, timeouts: { connectMs: 2 ** 31 } }] },
    'upstreams.0.timeouts.connectMs: ',
  ],
  ['CLI-103', 'a drain beyond every timer', { limits: { drainMs: 2 ** 31 } }, 'limits.drainMs: '],
  [
    'CLI-104',
    'a handle that no persona can have',
    { tenants: [{ name: 't', keyHash: '0'.repeat(64), allowedPersonas: [longHandle] }] },
    'tenants.0.allowedPersonas.0: expected a handle, id@MAJOR.MINOR.PATCH',
  ],
])('%s --check finds %s', async (_id, _title, fields, fault) => {
  const { code, stderr } = await check(fields)
  expect([code, stderr]).toEqual([2, expect.stringContaining(fault)])
})

test.each([
  { title: 'neither YAML nor JSON', text: 'a: [', fault: 'is neither YAML nor JSON' },
  { title: 'an alias', text: 'a: &x 1\nb: *x\n', fault: 'broken.yaml has an alias' },
])('GAT-120 $title is refused', async ({ text, fault }) => {
  const file = join(folder, 'broken.yaml')
  writeFileSync(file, text)
  const { code, stderr } = await runInProcess(['serve', '--config', file])
  expect([code, stderr]).toEqual([2, expect.stringContaining(fault)])
})

test.each([
  ['a: [1\nb: 2', 2, 1, 'the indentation is wrong, or a bracket is not closed'],
  ['a:\n\tb: 1', 2, 1, 'a tab stands in the indentation; write blanks'],
  ['a: 1\na: 2', 2, 1, 'the key stands there already'],
  ['a: "s3cret', 1, 11, 'something is missing: a closing quote or bracket, a comma, a colon'],
  ['a: 1\n---\na: 2', 2, 1, 'a second document begins; write a single one'],
])('CLI-260 serve says in words what is wrong in %j', async (text, line, column, words) => {
  const file = join(folder, 'broken.yaml')
  writeFileSync(file, text)
  const { stderr } = await runInProcess(['serve', '--config', file])
  expect(stderr).toBe(`cordon: ${file} is neither YAML nor JSON: line ${line}, column ${column}: ${words}\n`)
})

test('GAT-120 a good file is told so, and its JSON Schema can be printed', async () => {
  const { code, stdout } = await check({})
  expect([code, stdout]).toEqual([0, 'ok: 1 persona (live), 1 upstream\n'])
  const schema = JSON.parse((await runInProcess(['serve', '--schema'])).stdout)
  expect(schema.properties).toHaveProperty('upstreams')
  expect(schema.additionalProperties).toBe(false)
})

test('GAT-120 each fault of a persona has a line, and a directory without any is warned of', async () => {
  const fields = { personas: { directory: 'p' } }
  mkdirSync(join(folder, 'p'))
  expect(await check(fields)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('warning: the directory holds no persona'),
  })
  for (const name of ['a@1.0.0.md', 'b@1.0.0.md']) writeFileSync(join(folder, 'p', name), 'no fence')
  const { code, stderr } = await check(fields)
  expect([code, stderr.split('\n').map((line) => line.slice(0, 16))]).toEqual([
    2,
    ['cordon: the pers', '  a@1.0.0.md:1: ', '  b@1.0.0.md:1: ', ''],
  ])
})

test('GAT-120 while keys are rotated the lock may be signed by any of a list', async () => {
  await sealPersonas(folder, { privateKey: TWO.privateKey })
  const personas = { directory: '.', publicKey: ['${OLD}', TWO.publicKey] }
  expect(await check({ personas }, { OLD: ONE.publicKey })).toMatchObject({
    code: 0,
    stdout: 'ok: 1 persona (sealed), 1 upstream\n',
  })
})

test('GAT-122 without tenants it starts on a loopback address only', async () => {
  const file = writeConfig({ listen: { host: '0.0.0.0', port: 0 } }, folder)
  const { code, stderr } = await runInProcess(['serve', '--config', file])
  expect([code, stderr]).toEqual([2, expect.stringContaining('listen.host: without tenants')])
})

test('GAT-123 the configuration reference is current', () => {
  const page = new URL('../../../docs/gateway/configuration.md', import.meta.url)
  expect(readFileSync(page, 'utf8')).toBe(configReference())
})

test('GAT-124 only marked fields are replaced from the environment', async () => {
  const replaced = { contact: '${CONTACT}', upstreams: [{ ...UPSTREAM, apiKey: '${KEY}' }] }
  expect((await check(replaced, { KEY: 'k' })).code).toBe(0)
  const left = { upstreams: [{ ...UPSTREAM, baseUrl: '${BASE}' }] }
  expect((await check(left, { BASE: 'http://127.0.0.1' })).code).toBe(2)
})
