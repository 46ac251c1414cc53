import { readFileSync } from 'node:fs'
import { parsePersona } from '@cordon/personas'
import { expect, test } from 'vitest'

const NAME = 'harbour-clerk@1.0.0.md'

const examplesOf = (page: string): string[] => {
  const text = readFileSync(new URL(page, import.meta.url), 'utf8')
  return [...text.matchAll(/```\w+\n(---\n[\s\S]*?)```/g)].map(([, source = '']) => source)
}

test.each(['../README.md', '../../../docs/personas.md'])(
  'PER-144 %s prints a persona that can be parsed',
  (page) => {
    const [source = '', ...others] = examplesOf(page)
    expect(others).toEqual([])
    expect(parsePersona(NAME, Buffer.from(source)).llmHints).toEqual({ temperature: 0.4 })
  },
)

test('PER-144 the README prints the hash of its persona', () => {
  const [source = ''] = examplesOf('../README.md')
  const { sourceHash } = parsePersona(NAME, Buffer.from(source))
  expect(readFileSync(new URL('../README.md', import.meta.url), 'utf8')).toContain(
    ` ${sourceHash.slice(0, 16)}\n`,
  )
})
