import {
  buildUserPrompt,
  endorse,
  fenceUntrusted,
  fit,
  maskNonces,
  Prompt,
  taintOf,
  UntrustedBlock,
  withTaint,
  wrapUntrusted,
} from '@cordon/prompt'
import { describe, expect, test } from 'vitest'

type Take = (options: never) => unknown

const functions: readonly (readonly [string, Take])[] = [
  ['buildUserPrompt', (options) => buildUserPrompt('analysis', 'a', options)],
  ['wrapUntrusted', (options) => wrapUntrusted('MAIL', 'a', options)],
  ['UntrustedBlock', (options) => new UntrustedBlock('MAIL', 'a', options)],
  ['fenceUntrusted', (options) => fenceUntrusted('a', options)],
  ['Prompt', (options) => new Prompt(options)],
]

describe.each(functions)('PRO-093 %s', (_, take) => {
  test.each([
    ['a policy in place of options', 'strict', '"options" expected object, got string'],
    ['null', null, '"options" expected object, got null'],
    ['a misspelt name', { polcy: 'strict' }, '"options" expected one of rng, policy'],
    ['a misspelt policy', { policy: 'Strict' }, '"policy" expected one of '],
  ])('PRO-093 refuses %s', (_, options, message) => {
    expect(() => take(options as never)).toThrow(TypeError)
    expect(() => take(options as never)).toThrow(message)
  })

  test('PRO-093 takes what is absent', () => {
    expect(() => take(undefined as never)).not.toThrow()
    expect(() => take({ rng: undefined, policy: undefined } as never)).not.toThrow()
  })
})

test.each(['off', 'Strict', null])(
  'PRO-110 buildUserPrompt refuses the policy %j and lists what it takes',
  (policy) => {
    expect(() => buildUserPrompt('analysis', 'a', { policy } as never)).toThrow(
      new TypeError('"policy" expected one of standard, strict, got another'),
    )
  },
)

test.each([1, 'true', null])('PRO-093 Prompt refuses %j for datamark', (datamark) => {
  expect(() => new Prompt({ datamark: datamark as never })).toThrow(
    new TypeError('"datamark" expected one of true, false, got another'),
  )
})

test('PRO-101 a policy that stands in a prototype is used, as it was checked', () => {
  const options = Object.create({ policy: 'strict', datamark: true })
  const rendered = new Prompt(options).untrusted('a\u200b b').toString()
  expect(rendered).toMatch(/\na[\ue000-\uf8ff]b\n/)
  expect(new Prompt(options).untrusted('a\u200bb').clone().toString()).toContain('\nab\n')
})

test.each([
  ['no budget', () => fit('a', null as never), '"budget" expected number, or max and count, got neither'],
  [
    'a budget in letters',
    () => fit('a', '3' as never),
    '"budget" expected number, or max and count, got neither',
  ],
  [
    'a measure without a count',
    () => fit('a', { max: 1 } as never),
    '"budget" expected number, or max and count, got neither',
  ],
  ['no text to mask', () => maskNonces(null as never), '"text" expected string, got null'],
  ['no options to mask by', () => maskNonces('a', null as never), '"options" expected object, got null'],
  [
    'a misspelt option to mask by',
    () => maskNonces('a', { nonse: '' } as never),
    '"options" expected one of nonce, got nonse',
  ],
])('PRO-094 %s is a TypeError that names the argument', (_, call, message) => {
  expect(call).toThrow(TypeError)
  expect(call).toThrow(message)
})

test.each([
  ['a document', () => buildUserPrompt('analysis', [null] as never), '"content" expected object, got null'],
  [
    'a text in place of documents',
    () => buildUserPrompt('analysis', ['a'] as never),
    '"content" expected object, got string',
  ],
  ['content', () => buildUserPrompt('analysis', null as never), '"content" expected string, got null'],
  ['a history', () => taintOf(undefined as never), '"items" expected object, got undefined'],
  ['an item of a history', () => taintOf([null] as never), '"items" expected object, got null'],
  ['a text in place of items', () => taintOf(['m1'] as never), '"items" expected object, got string'],
  ['a source', () => taintOf([{ taint: [null] }] as never), '"taint" expected object, got null'],
  ['a message', () => withTaint(null as never, []), '"message" expected object, got null'],
  [
    'what a message was written from',
    () => withTaint({}, undefined as never),
    '"context" expected object, got undefined',
  ],
  ['an item of that', () => withTaint({}, [7] as never), '"items" expected object, got number'],
  ['a message to endorse', () => endorse(undefined as never), '"message" expected object, got undefined'],
])('PRO-100 %s that is none is a TypeError that names the argument', (_, call, message) => {
  expect(call).toThrow(new TypeError(message))
})
