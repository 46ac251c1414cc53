import {
  buildUserPrompt,
  containsUntrustedMarker,
  fenceUntrusted,
  Prompt,
  UNTRUSTED_BLOCK_INSTRUCTION,
  wrapUntrusted,
} from '@cordon/prompt'
import { expect, test } from 'vitest'

const rendered = [
  { format: 'wrapUntrusted', text: wrapUntrusted('MAIL', 'hello') },
  { format: 'Prompt', text: new Prompt().untrusted('hello').toString() },
  { format: 'fenceUntrusted', text: fenceUntrusted('hello') },
  { format: 'buildUserPrompt', text: buildUserPrompt('analysis', 'hello') },
]

/** What a serializer that escapes everything would write. */
const escapeEveryUnit = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('')

test.each(rendered)('PRO-016 finds what $format leaves behind, anywhere in a text', ({ text }) => {
  expect(containsUntrustedMarker(`before\n${text}\nafter`)).toBe(true)
})

test.each(rendered)('PRO-017 sees $format through JSON, up to three times and unit by unit', ({ text }) => {
  const once = JSON.stringify({ content: text })
  const twice = JSON.stringify({ arguments: once })
  for (const seen of [once, twice, JSON.stringify({ body: twice })])
    expect(containsUntrustedMarker(seen)).toBe(true)
  expect(containsUntrustedMarker(escapeEveryUnit(text))).toBe(true)
  const upper = escapeEveryUnit(text).replace(/[0-9a-f]{4}/g, (digits) => digits.toUpperCase())
  expect(containsUntrustedMarker(upper)).toBe(true)
  expect(containsUntrustedMarker(JSON.stringify(escapeEveryUnit(text)))).toBe(true)
})

test.each([undefined, null, { content: 'x' }, ['x']])(
  'PRO-016 refuses %j: no answer, no "untainted"',
  (value) => {
    expect(() => Reflect.apply(containsUntrustedMarker, undefined, [value])).toThrow(TypeError)
  },
)

test.each([
  '',
  'plain text',
  'MAIL_DATA_aaaaaaaa_START',
  '<untrusted>',
  '<untrusted nonce="short">',
  '---BEGIN USER CONTEXT abc123---',
  new Prompt().text('only trusted text').toString(),
  '\\\\\\u00',
  UNTRUSTED_BLOCK_INSTRUCTION.slice(1),
])('PRO-016 finds nothing in %j', (text) => {
  expect(containsUntrustedMarker(text)).toBe(false)
})
