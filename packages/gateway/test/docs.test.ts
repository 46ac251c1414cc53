import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { wireCode } from '../src/contract/failure.ts'
import { FAILURES } from '../src/contract/failure-table.ts'
import { startGateway } from './start-gateway.ts'

const folder = new URL('../../../docs/gateway/', import.meta.url)
const read = (page: string): string => readFileSync(new URL(page, folder), 'utf8')

test('GAT-130 the failure table is current', () => {
  const page = read('failures.md')
  for (const [code, { status, message }] of Object.entries(FAILURES)) {
    expect(page).toContain(`| \`${wireCode(code as keyof typeof FAILURES)}\` | ${status} | ${message} |`)
  }
})

test('GAT-131 the calls of the endpoint pages run as printed', async () => {
  const page = readdirSync(folder).map(read).join('\n')
  const blocks = [...page.matchAll(/^```sh\n(curl .*?)\n```$/gms)].map(([, block = '']) => block)
  const calls = blocks.flatMap((block) => block.split(/\n(?=curl )/))
  expect(calls).toHaveLength(10)
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

test('GAT-132 the page of /metrics names every metric with its labels', async () => {
  const rows = [...read('metrics.md').matchAll(/^\| `(\w+)` \| (.*?) \|/gm)]
  const gateway = await startGateway()
  const { text } = await gateway.request('/metrics')
  expect(rows.map(([, name]) => name)).toEqual([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  await gateway.close()
})
