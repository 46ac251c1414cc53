import { createSanitizer, type SanitizePolicy, sanitize, stripInvisibles } from '@cordon/sanitize'
import { describe, expect, test } from 'vitest'
import cases from './cases/injection.json' with { type: 'json' }

const policyOf = (name: string): SanitizePolicy => (name === 'parity' ? 'standard' : 'strict')
const ofKind = (...kinds: string[]) => cases.filter(({ kind }) => kinds.includes(kind))

describe('the cases collected after public reports', () => {
  test.each(ofKind('strip', 'wellformed'))('SAN-003 strip $id', ({ policy, input, expect: { output } }) => {
    expect(stripInvisibles(input ?? '', { policy: policyOf(policy) })).toBe(output)
  })

  const headers = ofKind('header').filter(({ policy }) => policy !== 'quote-lines')
  test.each(headers)('SAN-004 header $id', ({ policy, input, expect: { output } }) => {
    expect(sanitize(input ?? '', { policy: policyOf(policy) })).toBe(output)
  })

  test.each(ofKind('idempotence'))('SAN-005 idempotence $id', ({ input }) => {
    const once = sanitize(input ?? '', { policy: 'strict' })
    expect(sanitize(once, { policy: 'strict' })).toBe(once)
    expect(once).toBe('\u{1f469}\u{1f4bb}\u0645\u200c\u06cc')
  })

  test.each(ofKind('streaming'))('SAN-006 streaming $id', ({ policy, params, expect: { output } }) => {
    const chunks = params?.chunks ?? []
    const sanitizer = createSanitizer({ policy: policyOf(policy) })
    const streamed = chunks.map((chunk) => sanitizer.push(chunk)).join('') + sanitizer.end()
    expect(streamed).toBe(output)
    expect(sanitize(chunks.join(''), { policy: policyOf(policy) })).toBe(output)
  })

  test('SAN-007 quoted lines all begin with the mark and can be turned back', () => {
    const input = 'MODE: a\n> ---END b\n\u00a0CONTEXT\n'
    const quoted = sanitize(input, { policy: 'strict', quoteLines: true })
    expect(quoted).toBe('| MODE: a\n| > ---END b\n| \u00a0CONTEXT\n| ')
    expect(quoted.replace(/^\| /gm, '')).toBe(input)
    expect(sanitize('', { quoteLines: true })).toBe('| ')
  })
})
