import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('ORC-094 the example of the README runs and prints what is shown', async () => {
  const readme = read('../README.md')
  expect(readme).toContain(`\`\`\`ts\n${read('./readme-example.ts')}\`\`\``)
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('./readme-example.ts')
  expect(readme).toContain(`\`\`\`text\n${log.mock.calls[0]?.[0]}\n\`\`\``)
  log.mockRestore()
})
