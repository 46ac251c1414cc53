import { MagiBuilder } from '@cordon/orchestrator'
import { expect, test } from 'vitest'
import { scriptedProvider } from './scripted-provider.ts'

const analyze = (content: string, policy: 'standard' | 'strict' = 'standard') =>
  new MagiBuilder(scriptedProvider()).withPolicy(policy).build().analyze('code-review', content)

test('ORC-055 the boundary tells what the raw input hides, whatever policy the prompt has', async () => {
  for (const policy of ['standard', 'strict'] as const) {
    const { boundary } = await analyze('one\ntwo\u202e \u{E0068}\u{E0069}', policy)
    expect(boundary).toMatchObject({ policy: 'strict', changed: true, prompt_policy: policy })
    expect(boundary.changes).toEqual([
      { kind: 'bidi', code_point: 0x202e, name: expect.any(String), count: 1, line: 2, column: 4 },
      {
        kind: 'tag',
        code_point: null,
        name: expect.any(String),
        count: 2,
        line: 2,
        column: 6,
        decoded: 'hi',
      },
    ])
  }
})

test('ORC-056 a line that a reviewer names maps back to the raw line', async () => {
  const content = 'one\ntwo\u2028still two\nthree\u000bstill three\nfour'
  const { boundary } = await analyze(content)
  expect(boundary.added_lines).toEqual([3, 5])
  const reviewed = ['one', 'two', 'still two', 'three', 'still three', 'four']
  const raw = reviewed.map(
    (_, index) => index + 1 - boundary.added_lines.filter((line) => line <= index + 1).length,
  )
  expect(raw).toEqual([1, 2, 2, 3, 3, 4])
})

test('ORC-056 the map is that of the policy which the reviewers read', async () => {
  const content = 'one\u001cstill one\ntwo'
  expect((await analyze(content, 'standard')).boundary.added_lines).toEqual([])
  expect((await analyze(content, 'strict')).boundary.added_lines).toEqual([2])
})

test('ORC-055 the boundary does not carry the text', async () => {
  const { boundary } = await analyze('MARKED\u200b')
  expect(JSON.stringify(boundary)).not.toContain('MARKED')
})

test('ORC-055 a list that would grow without bound is cut, and says what it left out', async () => {
  const { boundary } = await analyze('a\u200b'.repeat(10_500))
  expect(boundary.changes).toHaveLength(10_000)
  expect(boundary.omitted).toEqual([{ kind: 'invisible', count: 500 }])
})
