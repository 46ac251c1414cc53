import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { openAudit } from '@cordon/audit'
import { startScriptedUpstream } from '@cordon/gateway/testing'
import { expect, test } from 'vitest'
import { runInProcess } from './run-in-process.ts'
import { HANDLE, makeServeFolder, writeConfig } from './serve-folder.ts'
import { startCli } from './spawn-cli.ts'

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

test('CLI-105 at any loopback address it answers under the URL that it prints, and ends with 0 on SIGTERM', async () => {
  const { child, result } = startCli([
    'serve',
    '--config',
    writeConfig({ listen: { host: '127.0.0.2', port: 0 } }),
  ])
  const url = await urlOf(child)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.2:/)
  expect((await fetch(`${url}/v1/personas`)).status).toBe(200)
  child.kill('SIGTERM')
  expect((await result).code).toBe(0)
})

test('GAT-125 a second start fails at the address and leaves the log of the first alone', async () => {
  const first = createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const { port } = first.address() as AddressInfo
  const folder = makeServeFolder()
  const audit = await openAudit(join(folder, 'audit'))
  const file = writeConfig({ listen: { port } }, folder)
  const { code, stderr } = await runInProcess(['serve', '--config', file])
  expect([code, stderr]).toEqual([
    2,
    `cordon: cannot listen on 127.0.0.1:${port} (EADDRINUSE): something else does; end that, or set another listen.port\n`,
  ])
  expect(await audit.append('test.row', {})).toMatchObject({ chain: 'main' })
  await audit.close()
  first.close()
})

test.each(['SIGTERM', 'SIGINT'] as const)('GAT-126 %s ends a gateway', async (signal) => {
  const { child, result } = startCli(['serve', '--config', writeConfig({})])
  for await (const piece of child.stderr ?? []) if (String(piece).includes('cordon gateway on')) break
  child.kill(signal)
  expect((await result).code).toBe({ SIGTERM: 0, SIGINT: 130 }[signal])
})

test('GAT-180 an idle connection is left to the client to close, and holds up no end', async () => {
  const { child, result } = startCli(['serve', '--config', writeConfig({})])
  const answer = await fetch(`${await urlOf(child)}/healthz`)
  expect([answer.headers.get('keep-alive'), await answer.text()]).toEqual(['timeout=75', '{"status":"ok"}'])
  child.kill('SIGTERM')
  expect((await result).code).toBe(0)
})

test.runIf(existsSync('/dev/full'))(
  'CLI-170 a full disk under its log is told once, and keeps neither callers nor the end waiting',
  async () => {
    const full = await open('/dev/full', 'w')
    const { child, result } = startCli(['serve', '--config', writeConfig({})], { stdout: full.fd })
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
  const { child } = startCli(['serve', '--config', writeConfig({})])
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
  const { child, result } = startCli(['serve', '--config', writeConfig({})])
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
  const { child, result } = startCli(['serve', '--config', writeConfig({ upstreams })])
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
  const file = writeConfig({
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
