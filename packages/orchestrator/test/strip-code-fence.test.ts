import { stripCodeFence } from '@cordon/orchestrator'
import { expect, test } from 'vitest'
import differences from './reference-differences.json' with { type: 'json' }
import vectors from './vectors/parse.json' with { type: 'json' }

type Vector = { id: string; layer: string; input: string; stripped?: string; ok: boolean; json?: unknown }
const excused = new Set(Object.keys(differences.parse))
const cases = (vectors as Vector[]).filter(({ id, layer }) => layer === 'text' && !excused.has(id))

test('ORC-014 covers the text layer but for the five excused cases', () => {
  expect(cases.length).toBe(46)
})

test.each(cases)(
  'ORC-014 $id is stripped and read as the reference does',
  ({ input, stripped, ok, json }) => {
    const text = stripCodeFence(input)
    expect(text).toBe(stripped)
    if (ok) expect(JSON.parse(text)).toEqual(json)
    else expect(() => JSON.parse(text)).toThrow(SyntaxError)
  },
)

test('ORC-015 trims White_Space and nothing else', () => {
  expect(stripCodeFence('\u0085\u3000 x \u2028')).toBe('x')
  expect(stripCodeFence('\ufeffx\ufeff')).toBe('\ufeffx\ufeff')
})
