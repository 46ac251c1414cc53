import { MagiBuilder, type RunEvent } from '@cordon/orchestrator'
import { expect, test } from 'vitest'
import { answerOf } from './outputs.ts'
import { scriptedProvider } from './scripted-provider.ts'

const anyDuration = expect.any(Number)

async function listen(script: Parameters<typeof scriptedProvider>[0]): Promise<RunEvent[]> {
  const events: RunEvent[] = []
  await new MagiBuilder(scriptedProvider(script))
    .withTimeoutMs(5000)
    .build()
    .analyze('design', 'é', { onEvent: (event) => events.push(event) })
  return events
}

test('ORC-045 a run tells its start, each seat and the consensus, in order', async () => {
  const events = await listen(({ agent }) => (agent === 'caspar' ? 'prose' : answerOf(agent)))
  const seat = { provider: 'scripted', model: 'model-1' }
  const vote = { type: 'seat-end', verdict: 'approve', confidence: 0.8, durationMs: anyDuration }
  expect(events).toEqual([
    { type: 'run-start', mode: 'design', inputBytes: 2, timeoutMs: 5000 },
    { type: 'seat-start', agent: 'melchior', ...seat },
    { type: 'seat-start', agent: 'balthasar', ...seat },
    { type: 'seat-start', agent: 'caspar', ...seat },
    { ...vote, agent: 'melchior' },
    { ...vote, agent: 'balthasar' },
    {
      type: 'seat-failed',
      agent: 'caspar',
      durationMs: anyDuration,
      reason: 'invalid_json',
      message: 'the answer is not one strict JSON value',
    },
    {
      type: 'consensus',
      consensus: 'STRONG GO',
      consensus_verdict: 'approve',
      confidence: 0.8,
      degraded: true,
    },
  ])
})

test('ORC-046 a retry is told with its attempt and its delay', async () => {
  let calls = 0
  const events = await listen(({ agent }) => {
    if (agent === 'caspar' && ++calls === 1)
      throw Object.assign(new Error('busy'), { retryable: true, retryAfterMs: 0 })
    return answerOf(agent)
  })
  expect(events.filter(({ type }) => type === 'seat-retry')).toEqual([
    { type: 'seat-retry', agent: 'caspar', attempt: 1, delayMs: expect.any(Number) },
  ])
  expect(events.at(-1)).toMatchObject({ type: 'consensus', degraded: false })
})

test.each([
  [
    'throws',
    () => {
      throw new Error('listener')
    },
  ],
  ['answers a promise that rejects', () => Promise.reject(new Error('listener')) as unknown as undefined],
])('ORC-047 a listener that %s changes nothing', async (_, onEvent) => {
  const report = await new MagiBuilder(scriptedProvider()).build().analyze('design', 'x', { onEvent })
  expect(report).toEqual(await new MagiBuilder(scriptedProvider()).build().analyze('design', 'x'))
})

test('ORC-048 events carry no content and no model text', async () => {
  const events: RunEvent[] = []
  const magi = new MagiBuilder(
    scriptedProvider(({ agent }) =>
      answerOf(agent, { summary: 'MARKED', reasoning: 'MARKED', recommendation: 'MARKED' }),
    ),
  ).build()
  await magi.analyze('design', 'MARKED', { onEvent: (event) => events.push(event) })
  expect(JSON.stringify(events)).not.toContain('MARKED')
})
