import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import schema from '../persona.schema.json' with { type: 'json' }
import { encodeCases } from '../scripts/encode-cases.ts'
import { frontmatterSchema } from '../scripts/frontmatter-schema.ts'
import { FRONTMATTER_KEYS, HINT_KEYS } from '../src/parse/frontmatter-keys.ts'

test('PER-090 the JSON Schema in the package is the one the code describes', () => {
  expect(schema).toEqual(JSON.parse(JSON.stringify(frontmatterSchema)))
})

test('PER-091 the JSON Schema has the keys and bounds of the format', () => {
  expect(Object.keys(schema.properties)).toEqual([...FRONTMATTER_KEYS])
  expect(Object.keys(schema.properties.llm_hints.properties)).toEqual([...HINT_KEYS])
  expect(schema).toMatchObject({
    required: ['id', 'version'],
    additionalProperties: false,
    properties: {
      id: { pattern: '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$', maxLength: 64 },
      llm_hints: {
        additionalProperties: false,
        properties: {
          temperature: { minimum: 0, maximum: 2 },
          max_tokens: { type: 'integer', minimum: 1, maximum: 4_294_967_295 },
        },
      },
    },
  })
})

test('PER-092 the case files that browsers load are those on disk', () => {
  expect(readFileSync(new URL('cases/files.json', import.meta.url), 'utf8')).toBe(encodeCases())
})
