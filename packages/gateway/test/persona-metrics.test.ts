import { expect, test } from 'vitest'
import { askClerk, CLERK, startForTest } from './start-gateway.ts'

test.each(['live', 'sealed'] as const)(
  'GAT-164 a load counts as what the %s registry says it was',
  async (integrity) => {
    const gateway = await startForTest({ integrity })
    await gateway.chat(askClerk())
    await gateway.chat(askClerk({ agent_persona: 'nobody@1.0.0' }))
    const { text } = await gateway.request('/metrics')
    const counted = gateway.events.flatMap((told) =>
      told.type === 'persona_event' && told.event.type === 'persona_load' ? [told.event] : [],
    )
    expect(counted).toEqual([
      { type: 'persona_load', outcome: 'hit', handle: CLERK },
      { type: 'persona_load', outcome: 'unknown' },
    ])
    expect(text.split('\n').filter((line) => /^ai_persona_(?:loads|cache)/.test(line))).toEqual([
      `ai_persona_loads_total{handle="${CLERK}",outcome="hit"} 1`,
      'ai_persona_loads_total{outcome="unknown"} 1',
      `ai_persona_cache_hits_total{handle="${CLERK}"} 1`,
    ])
  },
)
