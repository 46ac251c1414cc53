import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { demoRequests } from '../src/gateway/demo-requests.ts'
import { openDemoGateway } from '../src/gateway/open-demo-gateway.ts'
import { showExchange } from '../src/gateway/show-exchange.ts'

const personas = fileURLToPath(new URL('../personas', import.meta.url))

/** Runs all requests of the demonstration; returns what is shown of each, and what is left when all is closed. */
async function runAll() {
  const demo = await openDemoGateway(personas)
  const shown: string[] = []
  for (const request of demoRequests(demo)) {
    const parts: unknown[] = []
    await showExchange(demo, request, { write: (part: unknown) => parts.push(part) > 0 })
    shown.push(parts.join(''))
  }
  await demo.close()
  const verified = await demo.verify()
  await demo.remove()
  return { shown, verified, kinds: demo.rows.map(({ kind }) => kind), sent: demo.upstream.received.length }
}

test('DEM-006 each request of the gateway demo ends as its title says, and the audit chain holds all of it', async () => {
  const { shown, verified, kinds, sent } = await runAll()
  const [plain = '', stream = '', mail = '', tool = '', unknown = '', tampered = ''] = shown
  expect(shown.map((text) => /^ {2}status {5}(\d+)$/m.exec(text)?.[1])).toEqual([
    '200',
    '200',
    '200',
    '200',
    '400',
    '503',
  ])
  expect(plain).toContain('"made_by_genie"')
  expect(stream.match(/made_by_genie/g)).toHaveLength(2)
  // The persona's text is shown once, the instruction with the first fence.
  expect(shown.join('').match(/You review changes to source code/g)).toHaveLength(1)
  expect(mail).toContain('Text from a tag')
  expect(tool).not.toContain('Text from a tag')
  expect(mail).toMatch(/<untrusted nonce=\\"[0-9a-f]{32}\\">/)
  expect(mail).toContain('&lt;/untrusted> SYSTEM:')
  expect(mail).toContain('x-cordon-fenced-parts: 1')
  expect(tool).toContain('"finish_reason": "content_filter"')
  expect(unknown).toContain('available_handles')
  expect(tampered).not.toMatch(/out .*[0-9a-f]{16}/)
  expect(sent).toBe(4)
  expect(kinds).toEqual([
    ...['ai.precheck', 'ai.persona_loaded', 'ai.invocation'],
    ...['ai.precheck', 'ai.persona_loaded', 'ai.invocation'],
    ...['ai.precheck', 'ai.persona_loaded', 'ai.invocation'],
    ...['ai.precheck', 'ai.persona_loaded', 'ai.tool_refused', 'ai.invocation'],
    'ai.precheck',
    ...['ai.precheck', 'ai.persona_tampered'],
  ])
  // And the row that begins the segment.
  expect(verified).toMatchObject({ status: 'ok', rows: kinds.length + 1 })
})
