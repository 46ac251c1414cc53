import { drawNonce } from '@cordon/nonce'
import { expect, test } from 'vitest'
import { generateAttacks } from './attack-grammar.ts'
import { type Fence, fences } from './fences.ts'
import { findBreakout } from './find-breakout.ts'

/** For each of 8 fences and 3 kinds of nonce: 36,000 renderings of 13,500 strings, 3 formats times 3 kinds of nonce. */
const ATTACKS = 1500

const KNOWN = 0x0123456789abcdef0123456789abcdefn

/** The nonce or token that `fence` draws from a source that always answers {@link KNOWN}. */
function knownNonce(fence: Fence): string {
  const { opener } = fence.render(['x'], { nextU128: () => KNOWN })
  return /[0-9a-f]{32}|(?<=_DATA_)\w{8}(?=_START)/.exec(opener)?.[0] ?? ''
}

/** Runs the corpus in single texts and in prompts of three; answers the first ten breakouts, in words. */
function runCorpus(
  fence: Fence,
  nonces: readonly [string, ...string[]],
  rng?: { nextU128: () => bigint },
): string[] {
  const attacks = [...generateAttacks(fence, nonces, ATTACKS)]
  return attacks
    .flatMap((attack, index) => {
      const texts = index % 5 === 0 ? [attack, attacks[index - 1] ?? '', 'an honest text'] : [attack]
      const breakout = findBreakout(fence, texts, rng)
      return breakout === undefined ? [] : [`${breakout}: ${JSON.stringify(texts)}`]
    })
    .slice(0, 10)
}

test.each(fences)('PRO-080 nothing breaks out of $name under fresh nonces', (fence) => {
  const guesses = ['0'.repeat(32), 'abc123', drawNonce()] as const
  expect(runCorpus(fence, guesses)).toEqual([])
})

test.each(fences)('PRO-081 nothing breaks out of $name when the nonce is known beforehand', (fence) => {
  const nonce = knownNonce(fence)
  expect(nonce).not.toBe('')
  expect(runCorpus(fence, [nonce], { nextU128: () => KNOWN })).toEqual([])
})

test.each(fences)('PRO-082 nothing breaks out of $name when the source is fixed at zero', (fence) => {
  expect(runCorpus(fence, ['0'.repeat(32), 'A'.repeat(8)], { nextU128: () => 0n })).toEqual([])
})

test('PRO-083 the harness sees a breakout when there is one', () => {
  const careless: Fence = {
    name: 'fixed delimiters',
    markers: () => ['<data>', '</data>'],
    render: (texts) => ({
      text: texts.map((text) => `<data>\n${text}\n</data>`).join('\n'),
      opener: '<data>',
      closer: '</data>',
      blocks: texts.length,
    }),
  }
  expect(runCorpus(careless, ['x'])).toHaveLength(10)
  const raw: Fence = { ...careless, render: ([text = '']) => ({ text, opener: 'a', closer: 'b', blocks: 1 }) }
  expect(findBreakout(raw, ['a\n\uD800\nb'])).toBe('the rendered text is not well-formed')
  expect(findBreakout(raw, ['b\na'])).toBe('openers and closers do not alternate')
  expect(findBreakout(raw, ['a\nxb'])).toBe('a marker does not begin its line')
  expect(findBreakout(raw, ['a\nb!'])).toBe('a marker does not end its line')
  expect(findBreakout(raw, ['a\u0301\nb'])).toBe('a marker does not end its line')
  expect(findBreakout(raw, ['a\nx\nb'])).toBeUndefined()
})

test('PRO-083 the grammar gives different strings, the same ones each time', () => {
  const [fence] = fences
  if (fence === undefined) throw new Error('no fence')
  const attacks = [...generateAttacks(fence, ['abc'], ATTACKS)]
  expect([...generateAttacks(fence, ['abc'], ATTACKS)]).toEqual(attacks)
  expect(new Set(attacks).size).toBeGreaterThan(ATTACKS * 0.9)
})
