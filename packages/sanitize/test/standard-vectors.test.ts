import { neutralizeHeaders, normalizeNewlines, sanitize, stripInvisibles } from '@cordon/sanitize'
import { describe, expect, test } from 'vitest'
import vectors from './vectors/sanitize.json' with { type: 'json' }

const passes = new Map<string, (text: string) => string>([
  ['normalize_newlines', normalizeNewlines],
  ['strip_invisibles', stripInvisibles],
  ['neutralize_headers', neutralizeHeaders],
  ['sanitize', sanitize],
])

describe('the standard policy, by the reference vectors', () => {
  for (const [name, pass] of passes) {
    const cases = vectors.filter(({ fn }) => fn === name)
    test.each(cases)(`SAN-001 ${name} $id`, ({ input, output }) => {
      expect(pass(input as string)).toBe(output)
    })
  }

  test('SAN-002 the vectors hold the four functions in full', () => {
    const count = (name: string) => vectors.filter(({ fn }) => fn === name).length
    expect([...passes.keys()].map(count)).toEqual([17, 39, 142, 118])
  })
})
