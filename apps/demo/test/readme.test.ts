import { readFileSync } from 'node:fs'
import { colorsFor } from '@cordon/cli'
import { expect, test } from 'vitest'
import { runDemo } from '../src/run-demo.ts'

test('ARC-05 the README shows what the demo prints', { timeout: 120_000 }, async () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const block = /```text\n(.*?)```/s.exec(readme)?.[1] ?? ''
  const shown = block.split('\n').filter((line) => !['', '…'].includes(line.trim()))
  const printed = (await runDemo(colorsFor(process.stdout, { NO_COLOR: '1' }))).split('\n')
  expect(shown.length).toBeGreaterThan(20)
  expect(printed).toEqual(expect.arrayContaining(shown))
})
