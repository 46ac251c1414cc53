import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FAILURES, wireCode } from '../src/failure-table.ts'

test('GAT-130 the failure table of the endpoint page is current', () => {
  const page = readFileSync(new URL('../../../docs/gateway.md', import.meta.url), 'utf8')
  for (const [code, { status, message }] of Object.entries(FAILURES)) {
    expect(page).toContain(`| \`${wireCode(code as keyof typeof FAILURES)}\` | ${status} | ${message} |`)
  }
})
