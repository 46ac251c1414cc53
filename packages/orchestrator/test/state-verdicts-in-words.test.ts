import { type AgentOutput, MagiError, parseAgentOutput } from '@cordon/orchestrator'
import { describe, expect, test } from 'vitest'
import { outputOf } from './outputs.ts'
import cases from './vectors/verdicts-in-words.json' with { type: 'json' }

const blockOf = (verdict: string): string => {
  const output = outputOf('caspar', { verdict: verdict as AgentOutput['verdict'] })
  return `<MAGI_VERDICT>\n${JSON.stringify(output)}\n</MAGI_VERDICT>`
}

/** Returns the verdict that is read, or why none is, of a block with the words before it and of one with them behind it. */
function outcomes(block: string, words: string): string[] {
  return [`${words}\n\n${blockOf(block)}`, `${blockOf(block)}\n\n${words}\n`].map((answer) => {
    try {
      return parseAgentOutput(answer, { agent: 'caspar' }).verdict
    } catch (error) {
      return MagiError.isInstance(error) && error.code === 'ERR_MAGI_INVALID_OUTPUT'
        ? error.detail.reason
        : ''
    }
  })
}

describe('words that state no worse verdict than the block', () => {
  test.each(cases.honest.read)('ORC-240 cost no $block: $words', ({ block, words }) => {
    expect(outcomes(block, words)).toEqual([block, block])
  })

  test.each(cases.honest.refused)('ORC-242 cost the seat, for want of a rule: $words', ({ block, words }) => {
    expect(outcomes(block, words)).toEqual(['ambiguous_block', 'ambiguous_block'])
  })
})

describe('words that state a worse verdict than the block', () => {
  test.each(cases.hostile.refused)('ORC-241 let nobody read $block: $words', ({ block, words }) => {
    expect(outcomes(block, words)).toEqual(['ambiguous_block', 'ambiguous_block'])
  })

  test.each(cases.hostile.read)('ORC-242 are not seen, for want of a rule: $words', ({ block, words }) => {
    expect(outcomes(block, words)).toEqual([block, block])
  })
})

test('ORC-241 what resembles the list of all options states what stands out, is missing or follows', () => {
  for (const words of [
    'Verdict: reject | conditional',
    'verdict: conditional/approve',
    'verdict (reject/reject/approve)',
    'verdict: **reject** / approve / conditional',
    'verdict: approve / conditional / **reject**',
    'verdict: approve / **conditional** / reject',
    'verdict:\n- [ ] approve\n- [ ] conditional\n- [x] reject',
    'verdict: reject approve conditional',
    'verdict: reject. approve/conditional',
    'verdict (`approve`, `conditional`, `reject`) is `reject`',
    'verdict: rejected/approve/conditional',
  ])
    expect(outcomes('approve', words), words).toEqual(['ambiguous_block', 'ambiguous_block'])
})

test('ORC-243 an option that stands out from the others, but is the verdict of the block, costs nothing', () => {
  for (const words of ['verdict: approve / **conditional** / reject', '- [ ] reject\n- [x] conditional'])
    expect(outcomes('conditional', words), words).toEqual(['conditional', 'conditional'])
})

test('ORC-244 a name in code that begins with the word states no verdict', () => {
  for (const words of [
    '`verdictReject()` is called once.',
    '`VERDICT_REJECT` is 2.',
    'verdict_conditional: 1',
  ])
    expect(outcomes('approve', words), words).toEqual(['approve', 'approve'])
})
