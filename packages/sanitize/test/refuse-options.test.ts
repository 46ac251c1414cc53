import {
  createSanitizer,
  inspect,
  neutralizeHeaders,
  SanitizeStream,
  sanitize,
  stripInvisibles,
} from '@cordon/sanitize'
import { describe, expect, test } from 'vitest'

type Take = (options: never) => unknown

const functions: readonly (readonly [string, Take])[] = [
  ['sanitize', (options) => sanitize('a', options)],
  ['inspect', (options) => inspect('a', options)],
  ['createSanitizer', (options) => createSanitizer(options)],
  ['SanitizeStream', (options) => new SanitizeStream(options)],
  ['stripInvisibles', (options) => stripInvisibles('a', options)],
  ['neutralizeHeaders', (options) => neutralizeHeaders('a', options)],
]

describe.each(functions)('SAN-083 %s', (_, take) => {
  test.each([
    ['a policy in place of options', 'strict', '"options" expected object, got string'],
    ['a number', 5, '"options" expected object, got number'],
    ['null', null, '"options" expected object, got null'],
    ['a misspelt name', { polcy: 'strict' }, '"options" expected one of '],
    ['a name of every object', { constructor: 1 }, '"options" expected one of '],
  ])('SAN-083 refuses %s', (_, options, message) => {
    expect(() => take(options as never)).toThrow(TypeError)
    expect(() => take(options as never)).toThrow(message)
  })

  test('SAN-083 takes what is absent', () => {
    expect(() => take(undefined as never)).not.toThrow()
    expect(() => take({} as never)).not.toThrow()
  })
})

test.each([
  ['sanitize', (keywords: unknown) => sanitize('a', { keywords } as never)],
  ['inspect', (keywords: unknown) => inspect('a', { keywords } as never)],
  ['createSanitizer', (keywords: unknown) => createSanitizer({ keywords } as never)],
])('SAN-083 %s refuses keywords that are no list', (_, take) => {
  for (const keywords of [null, 5, {}, 'MODE', [5]]) {
    expect(() => take(keywords)).toThrow('"keywords" expected array of string')
  }
})

test.each([
  [{ policy: 'Strict' }, '"policy" expected one of standard, strict, got another'],
  [{ match: 'regex' }, '"match" expected one of exact, fold, got another'],
  [{ quoteLines: 'no' }, '"quoteLines" expected one of true, false, got another'],
])('SAN-083 refuses the value in %j', (options, message) => {
  expect(() => sanitize('a', options as never)).toThrow(new TypeError(message))
})
