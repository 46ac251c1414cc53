import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startScriptedUpstream } from '@cordon/gateway/testing'
import { expect, onTestFinished, test } from 'vitest'
import { askClerk, CLERK, CLERK_BODY, personaFile } from './start-gateway.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const page = readFileSync(here('../../../docs/gateway/README.md'), 'utf8')
const files = [...page.matchAll(/^```js\n(\/\/ (\w+\.mjs)\b[\s\S]*?)^```$/gm)]

/** A project as the page asks for: its files, the packages that they import, a persona. */
function makeProject(upstreamUrl: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cordon-mount-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['personas', 'node_modules/@cordon', 'node_modules/@hono'])
    mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'personas', `${CLERK}.md`), personaFile(CLERK, CLERK_BODY))
  for (const name of ['gateway', 'audit', 'personas'])
    symlinkSync(here(`../../${name}`), join(folder, 'node_modules/@cordon', name))
  for (const name of ['express', 'fastify', 'hono', '@hono/node-server'])
    symlinkSync(here(`../node_modules/${name}`), join(folder, 'node_modules', name))
  for (const [, source = '', name = ''] of files)
    writeFileSync(join(folder, name), source.replace('http://127.0.0.1:8081/v1', upstreamUrl))
  return folder
}

test('GAT-290 the page has a file for each server', () => {
  expect(files.map(([, , name]) => name)).toEqual(['gateway.mjs', 'express.mjs', 'fastify.mjs', 'hono.mjs'])
})

test.each(['express.mjs', 'fastify.mjs', 'hono.mjs'])('GAT-290 %s runs as printed', async (name) => {
  const upstream = await startScriptedUpstream()
  onTestFinished(() => upstream.close())
  const args = ['--conditions=@cordon/source', '--import', import.meta.resolve('tsx'), name]
  const child = spawn(process.execPath, args, {
    cwd: makeProject(upstream.baseUrl),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const { value: line } = await child.stdout[Symbol.asyncIterator]().next()
  const url = String(line).trim()
  expect(await (await fetch(url)).text()).toBe('my own route')
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(askClerk()),
  })
  expect([answer.status, answer.headers.get('x-cyberos-persona-handle')]).toEqual([200, CLERK])
})
