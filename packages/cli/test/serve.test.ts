import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAudit } from '@cordon/audit'
import { startScriptedUpstream } from '@cordon/gateway/testing'
import { generateSealKey, sealPersonas } from '@cordon/personas/seal'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { configReference } from '../scripts/config-reference.ts'
import { runInProcess } from './run-in-process.ts'
import { startCli } from './spawn-cli.ts'

const HANDLE = 'harbour-clerk@1.0.0'
const [ONE, TWO] = [generateSealKey(), generateSealKey()]
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cordon-serve-'))
  await writeFile(
    join(folder, `${HANDLE}.md`),
    '---\nid: harbour-clerk\nversion: 1.0.0\n---\n\nYou keep the ledger.\n',
  )
})
afterEach(() => rm(folder, { recursive: true }))

async function writeConfig(fields: object): Promise<string> {
  const config = {
    listen: { port: 0 },
    personas: { directory: '.' },
    audit: { directory: 'audit' },
    upstreams: [{ name: 'local', baseUrl: 'http://127.0.0.1:9/v1' }],
    ...fields,
  }
  const file = join(folder, 'cordon.yaml')
  await writeFile(file, JSON.stringify(config))
  return file
}

/** Resolves with the address that a starting gateway prints. */
function urlOf({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    stderr?.on('data', (piece: Buffer) => {
      text += piece
      const found = /cordon gateway on (\S+)/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
}

function faultsOf(stderr: string): string[] {
  return stderr.trimEnd().split('\n  ').slice(1)
}

const upstream = { name: 'local', baseUrl: 'http://127.0.0.1:9/v1' }

test('GAT-120 every fault is named at once, and no secret is quoted', async () => {
  const file = await writeConfig({
    listen: { host: '0.0.0.0' },
    upstreams: [
      { ...upstream, apiKey: '${NOT_SET}' },
      { ...upstream, baseUrl: 'http://example.com' },
    ],
    models: { smart: { upstream: 'nowhere', model: 'm' } },
    tenants: [{ name: 'a', keyHash: 'sk-in-the-clear' }],
    fenceNonces: 'keyed',
  })
  const { code, stderr } = await runInProcess(['serve', '--check', '--config', file])
  expect(code).toBe(2)
  for (const fault of [
    'upstreams.0.apiKey: the environment variable NOT_SET is not set',
    'tenants.0.keyHash: expected',
    'upstreams.1.name: expected one that no other has',
    'upstreams.1.baseUrl: expected https',
    'models.smart.upstream: expected the name of an upstream',
    'fenceSecret: expected at least 32 bytes for keyed nonces',
  ]) {
    expect(stderr).toContain(fault)
  }
  expect(stderr).not.toContain('sk-in-the-clear')
})

test('GAT-120 each fault has a line, and a part that is not of its form hides none of the others', async () => {
  const file = await writeConfig({
    listen: { host: '0.0.0.0' },
    audit: { directory: 'audit', extra: 1 },
    models: { smart: { upstream: 'nowhere', model: 'm' } },
  })
  const { stderr } = await runInProcess(['serve', '--check', '--config', file])
  expect(stderr.trimEnd().split('\n')).toEqual([
    `cordon: ${file} has 3 faults:`,
    '  audit: has the unknown field "extra"; known are directory, chain',
    '  listen.host: without tenants the gateway has no keys and listens on a loopback address only',
    '  models.smart.upstream: expected the name of an upstream',
  ])
})

test('CLI-110 a sealed directory is told by what makes it so', async () => {
  const file = await writeConfig({})
  await writeFile(join(folder, 'personas.lock.json'), '{}')
  const { stderr } = await runInProcess(['serve', '--check', '--config', file])
  expect(faultsOf(stderr)).toEqual([
    'personas: sealed (it holds personas.lock.json) needs publicKey, or unsigned: true, and not both',
  ])
})

test('CLI-110 a field that is not of its form hides no fault of its neighbours', async () => {
  const file = await writeConfig({
    listen: { host: '0.0.0.0', port: 99_999 },
    personas: { directory: 'nowhere', integrity: 'sealed', root: '' },
    upstreams: [
      { ...upstream, connections: 0 },
      { name: 'local', baseUrl: 'http://example.com' },
    ],
    models: { smart: { upstream: 'nowhere', model: '' } },
    names: { badgeField: 'choices', metricPrefix: '' },
    council: { model: 'openai:gpt-5', extra: 1 },
  })
  const { stderr } = await runInProcess(['serve', '--check', '--config', file])
  expect(faultsOf(stderr)).toEqual([
    'listen.port: expected integer of at most 65535, got a greater one',
    'personas.root: expected string that is not empty, got an empty one',
    'upstreams.0.connections: expected integer of at least 1, got a smaller one',
    'models.smart.model: expected string that is not empty, got an empty one',
    'names.metricPrefix: expected /^[a-z][a-z0-9_]{0,31}$/, got another string',
    'council: has the unknown field "extra"; known are model, baseUrl',
    'listen.host: without tenants the gateway has no keys and listens on a loopback address only',
    'personas.directory: there is no such directory',
    'personas: sealed needs publicKey, or unsigned: true, and not both',
    'upstreams.1.name: expected one that no other has',
    'upstreams.1.baseUrl: expected https, or http to this machine',
    'models.smart.upstream: expected the name of an upstream',
    'names.badgeField: expected a name that no field of a chat completion has',
    'council.model: no key for openai:gpt-5; set OPENAI_API_KEY, or take offline, which needs none',
  ])
})

test('CLI-110 nothing follows from a field that is not of its form', async () => {
  const file = await writeConfig({
    listen: { host: '0.0.0.0' },
    personas: { directory: '.', integrity: 'sealed', publicKey: 'none' },
    upstreams: [{ ...upstream, name: 'a b' }, 5],
    models: { smart: { upstream: 'local', model: 'm' } },
    tenants: 5,
    fenceNonces: 'keyed',
    fenceSecret: '${NOT_SET}',
    council: { model: 'openai:qwen3', baseUrl: 'ftp://127.0.0.1' },
  })
  const { stderr } = await runInProcess(['serve', '--check', '--config', file])
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
  const file = await writeConfig({ audit: undefined })
  const { stderr } = await runInProcess(['serve', '--check', '--config', file])
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
      'upstreams.0.name: expected /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, got another string',
      'upstreams.0.baseUrl: expected http://… or https://…, got another string',
      'upstreams.0.apiKey: expected /^[\\x21-\\x7e]+$/, got another string',
      'upstreams.0.systemMessages: expected separate, developer, merge, got another string',
      'models.m: expected object or list, got number',
      'models.n.0.model: is missing; expected string',
      'models.: has a field without a name; give it one',
      'limits: has the unknown fields of 9 characters, "drain"; known are maxBodyBytes, maxResponseBytes, drainMs',
    ],
  ],
])('CLI-184 the faults of %j are told in words of a configuration', async (text, faults) => {
  const file = join(folder, 'cordon.yaml')
  await writeFile(file, text)
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
  const file = await writeConfig({ upstreams: [{ ...upstream, [secret]: null }], [secret]: 1 })
  const { code, stderr } = await runInProcess(['serve', '--check', '--config', file])
  expect([code, faultsOf(stderr).length]).toEqual([2, 2])
  expect(stderr).not.toContain(secret)
  expect(stderr).toContain(`has the unknown field of ${secret.length} characters; known are name, baseUrl`)
})

test('GAT-120 keyed fences take their secret from the environment', async () => {
  const file = await writeConfig({ fenceNonces: 'keyed', fenceSecret: '${FENCE}' })
  const check = ['serve', '--check', '--config', file]
  expect((await runInProcess(check, { env: { FENCE: 's'.repeat(32) } })).code).toBe(0)
  expect((await runInProcess(check, { env: { FENCE: 'short' } })).stderr).toContain('at least 32 bytes')
})

test.each([
  {
    title: 'an unknown field',
    fields: { upstream: [] },
    fault: 'has the unknown field "upstream"; known are $schema, listen, ',
  },
  {
    title: 'a key with a line end',
    fields: { upstreams: [{ ...upstream, apiKey: 'sk-1\n' }] },
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
  const { code, stderr } = await runInProcess(['serve', '--check', '--config', await writeConfig(fields)])
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
    { upstreams: [{ ...upstream, apiKey: '${constructor}' }] },
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
    { upstreams: [{ ...upstream, timeouts: { connectMs: 2 ** 31 } }] },
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
  const { code, stderr } = await runInProcess(['serve', '--check', '--config', await writeConfig(fields)])
  expect([code, stderr]).toEqual([2, expect.stringContaining(fault)])
})

test('CLI-105 at any loopback address it answers under the URL that it prints, and ends with 0 on SIGTERM', async () => {
  const { child, result } = startCli([
    'serve',
    '--config',
    await writeConfig({ listen: { host: '127.0.0.2', port: 0 } }),
  ])
  const url = await urlOf(child)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.2:/)
  expect((await fetch(`${url}/v1/personas`)).status).toBe(200)
  child.kill('SIGTERM')
  expect((await result).code).toBe(0)
})

test.each([
  { title: 'neither YAML nor JSON', text: 'a: [', fault: 'is neither YAML nor JSON' },
  { title: 'an alias', text: 'a: &x 1\nb: *x\n', fault: 'broken.yaml has an alias' },
])('GAT-120 $title is refused', async ({ text, fault }) => {
  const file = join(folder, 'broken.yaml')
  await writeFile(file, text)
  const { code, stderr } = await runInProcess(['serve', '--config', file])
  expect([code, stderr]).toEqual([2, expect.stringContaining(fault)])
})

test('GAT-120 a good file is told so, and its JSON Schema can be printed', async () => {
  const { code, stdout } = await runInProcess(['serve', '--check', '--config', await writeConfig({})])
  expect([code, stdout]).toEqual([0, 'ok: 1 persona (live), 1 upstream\n'])
  const schema = JSON.parse((await runInProcess(['serve', '--schema'])).stdout)
  expect(schema.properties).toHaveProperty('upstreams')
  expect(schema.additionalProperties).toBe(false)
})

test('GAT-120 each fault of a persona has a line, and a directory without any is warned of', async () => {
  const check = ['serve', '--check', '--config', await writeConfig({ personas: { directory: 'p' } })]
  await mkdir(join(folder, 'p'))
  expect(await runInProcess(check)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('warning: the directory holds no persona'),
  })
  await writeFile(join(folder, 'p', 'a@1.0.0.md'), 'no fence')
  await writeFile(join(folder, 'p', 'b@1.0.0.md'), 'no fence')
  const { code, stderr } = await runInProcess(check)
  expect([code, stderr.split('\n').map((line) => line.slice(0, 16))]).toEqual([
    2,
    ['cordon: the pers', '  a@1.0.0.md:1: ', '  b@1.0.0.md:1: ', ''],
  ])
})

test('GAT-120 while keys are rotated the lock may be signed by any of a list', async () => {
  await sealPersonas(folder, { privateKey: TWO.privateKey })
  const publicKey = ['${OLD}', TWO.publicKey]
  const check = [
    'serve',
    '--check',
    '--config',
    await writeConfig({ personas: { directory: '.', publicKey } }),
  ]
  expect(await runInProcess(check, { env: { OLD: ONE.publicKey } })).toMatchObject({
    code: 0,
    stdout: 'ok: 1 persona (sealed), 1 upstream\n',
  })
})

test('GAT-125 a second start fails at the address and leaves the log of the first alone', async () => {
  const first = createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const { port } = first.address() as AddressInfo
  const directory = join(folder, 'audit')
  const audit = await openAudit(directory)
  const file = await writeConfig({ listen: { port }, audit: { directory } })
  const { code, stderr } = await runInProcess(['serve', '--config', file])
  expect([code, stderr]).toEqual([2, `cordon: cannot listen on 127.0.0.1:${port} (EADDRINUSE)\n`])
  expect(await audit.append('test.row', {})).toMatchObject({ chain: 'main' })
  await audit.close()
  first.close()
})

test.each(['SIGTERM', 'SIGINT'] as const)('GAT-126 %s ends a gateway', async (signal) => {
  const { child, result } = startCli(['serve', '--config', await writeConfig({})])
  for await (const piece of child.stderr ?? []) if (String(piece).includes('cordon gateway on')) break
  child.kill(signal)
  expect((await result).code).toBe({ SIGTERM: 0, SIGINT: 130 }[signal])
})

test('GAT-180 an idle connection is left to the client to close, and holds up no end', async () => {
  const { child, result } = startCli(['serve', '--config', await writeConfig({})])
  const answer = await fetch(`${await urlOf(child)}/healthz`)
  expect([answer.headers.get('keep-alive'), await answer.text()]).toEqual(['timeout=75', '{"status":"ok"}'])
  child.kill('SIGTERM')
  expect((await result).code).toBe(0)
})

test.runIf(existsSync('/dev/full'))(
  'CLI-170 a full disk under its log is told once, and keeps neither callers nor the end waiting',
  async () => {
    const full = await open('/dev/full', 'w')
    const { child, result } = startCli(['serve', '--config', await writeConfig({})], { stdout: full.fd })
    const url = await urlOf(child)
    for (const _ of [1, 2, 3]) expect((await fetch(`${url}/healthz`)).status).toBe(200)
    child.kill('SIGTERM')
    const { code, stderr } = await result
    expect([code, stderr.match(/^cordon: warning: the log .*$/gm)]).toEqual([
      0,
      ['cordon: warning: the log cannot be written (ENOSPC); its lines are lost meanwhile'],
    ])
    await full.close()
  },
)

test('CLI-171 a reader of the log that stalls keeps neither callers nor the end waiting', async () => {
  const { child } = startCli(['serve', '--config', await writeConfig({})])
  const url = await urlOf(child)
  child.stdout?.pause()
  // More than a pipe holds, and what this end takes in by itself.
  for (let sent = 0; sent < 1_200; sent += 50)
    await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/healthz`)))
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  // By the signal itself: the write that nobody takes cannot be ended otherwise.
  expect(await ended).toEqual([null, 'SIGTERM'])
  child.stdout?.destroy()
})

test('GAT-255 a request with two Hosts is refused, whichever comes first', async () => {
  const { child, result } = startCli(['serve', '--config', await writeConfig({})])
  const { hostname, port } = new URL(await urlOf(child))
  for (const [target, ...hosts] of [
    ['/healthz', 'localhost', 'evil.example'],
    ['/healthz', 'evil.example', 'localhost'],
    ['http://localhost/healthz', 'localhost', 'evil.example'],
  ]) {
    const socket = connect(Number(port), hostname)
    socket.write(`GET ${target} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}\r\n`)
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 400 INVALID_REQUEST\r\n/)
    socket.destroy()
  }
  child.kill('SIGTERM')
  await result
})

test('CLI-183 what is no request is answered behind the answers that are due, and once', async () => {
  const scripted = await startScriptedUpstream()
  const upstreams = [{ name: 'local', baseUrl: scripted.baseUrl }]
  const { child, result } = startCli(['serve', '--config', await writeConfig({ upstreams })])
  const { hostname, port } = new URL(await urlOf(child))
  const send = async (bytes: string): Promise<string[]> => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    for await (const piece of socket) text += piece
    return text.match(/(?<=HTTP\/1\.1 )\d+/g) ?? []
  }
  const head = 'POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const body = JSON.stringify({
    model: 'm',
    agent_persona: HANDLE,
    messages: [{ role: 'user', content: 'hi' }],
  })
  const good = `${head}Content-Length: ${body.length}\r\n\r\n${body}`
  const brokenBody = `${head}Transfer-Encoding: chunked\r\n\r\nno size\r\n`
  const elsewhere = brokenBody.replace('/v1/chat', '/v0/chat')
  expect(await send('no request\r\n\r\n')).toEqual(['400'])
  expect(await send(`GET /healthz HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).toEqual(['431'])
  expect(await send(brokenBody)).toEqual(['400'])
  expect(await send(`${good}no request\r\n\r\n`)).toEqual(['200', '400'])
  expect(await send(`${good}${good}${brokenBody}`)).toEqual(['200', '200', '400'])
  expect(await send(`${good}${elsewhere}`)).toEqual(['200', '404'])
  child.kill('SIGTERM')
  await result
  await scripted.close()
})

test('GAT-121 it says where it serves, answers, logs JSON lines and ends on an interrupt', async () => {
  const scripted = await startScriptedUpstream()
  const file = await writeConfig({
    upstreams: [{ name: 'local', baseUrl: scripted.baseUrl, apiKey: '${KEY}' }],
    council: { model: 'offline' },
  })
  const { child, result } = startCli(['serve', '--config', file], { env: { KEY: 'sk-of-the-gateway' } })
  const url = await urlOf(child)
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', agent_persona: HANDLE, messages: [{ role: 'user', content: 'hi' }] }),
  })
  expect(answer.status).toBe(200)
  expect(scripted.received[0]?.headers.authorization).toBe('Bearer sk-of-the-gateway')
  const council = await fetch(`${url}/v1/council`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'code-review', content: 'const a = 1\n' }),
  })
  expect([council.status, Object.keys((await council.json()) as object)]).toEqual([
    200,
    expect.arrayContaining(['consensus', 'report']),
  ])
  child.kill('SIGINT')
  const { code, stdout, stderr } = await result
  expect(code).toBe(130)
  expect(stderr).toContain('edits are adopted')
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ msg }) => msg)).toEqual([
    'registry_opened',
    'request_end',
    'request_end',
    'drain_begin',
    'drain_end',
  ])
  expect(lines[0]).toMatchObject({ integrity: 'live', registrySize: 1, generation: null })
  expect(stdout + stderr).not.toContain('sk-of-the-gateway')
  await scripted.close()
})

test('GAT-122 without tenants it starts on a loopback address only', async () => {
  const { code, stderr } = await runInProcess([
    'serve',
    '--config',
    await writeConfig({ listen: { host: '0.0.0.0', port: 0 } }),
  ])
  expect([code, stderr]).toEqual([2, expect.stringContaining('listen.host: without tenants')])
})

test('GAT-123 the configuration reference is current', async () => {
  const page = new URL('../../../docs/gateway/configuration.md', import.meta.url)
  expect(await readFile(page, 'utf8')).toBe(configReference())
})

test('GAT-124 only marked fields are replaced from the environment', async () => {
  const file = await writeConfig({ contact: '${CONTACT}', upstreams: [{ ...upstream, apiKey: '${KEY}' }] })
  const run = await runInProcess(['serve', '--check', '--config', file], { env: { KEY: 'k' } })
  expect(run.code).toBe(0)
  const other = await writeConfig({ upstreams: [{ ...upstream, baseUrl: '${BASE}' }] })
  expect(
    (await runInProcess(['serve', '--check', '--config', other], { env: { BASE: 'http://127.0.0.1' } })).code,
  ).toBe(2)
})
