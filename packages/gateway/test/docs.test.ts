import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { FAILURES, wireCode } from '../src/failure-table.ts'
import { startGateway } from './start-gateway.ts'

const page = readFileSync(new URL('../../../docs/gateway.md', import.meta.url), 'utf8')

test('GAT-130 the failure table of the endpoint page is current', () => {
  for (const [code, { status, message }] of Object.entries(FAILURES)) {
    expect(page).toContain(`| \`${wireCode(code as keyof typeof FAILURES)}\` | ${status} | ${message} |`)
  }
})

test('GAT-131 the calls of the endpoint page run as printed', async () => {
  const blocks = [...page.matchAll(/^```sh\n(curl .*?)\n```$/gms)].map(([, block = '']) => block)
  const calls = blocks.flatMap((block) => block.split(/\n(?=curl )/))
  expect(calls).toHaveLength(9)
  const gateway = await startGateway({ options: { council: () => Promise.resolve({ consensus: {} }) } })
  await gateway.writePersona('release-writer@1.0.0', 'You write release notes.\n')
  await expect
    .poll(async () => (await gateway.request('/v1/personas')).text, { timeout: 5_000 })
    .toContain('release-writer')
  for (const call of calls) {
    const here = call.replace('http://127.0.0.1:8080', gateway.url)
    const { stdout } = await promisify(execFile)('sh', ['-c', here])
    expect(stdout, call).not.toContain('"error"')
    expect(stdout, call).not.toBe('')
  }
  await gateway.close()
})
