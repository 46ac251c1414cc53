import {
  AGENT_NAMES,
  type AgentName,
  builtInPrompt,
  lookupPrompt,
  MagiBuilder,
  type PromptOverrides,
} from '@cordon/orchestrator'
import { expect, test } from 'vitest'
import { scriptedProvider } from './scripted-provider.ts'
import vectors from './vectors/lookup.json' with { type: 'json' }

const modes = ['code-review', 'design', 'analysis'] as const
type Mode = (typeof modes)[number]
type Override = { op: string; agent: string; mode?: string; prompt: string }

function apply(builder: MagiBuilder, { op, agent, mode, prompt }: Override): MagiBuilder {
  const [name, only] = [agent as AgentName, mode as Mode]
  if (op === 'all_modes') return builder.withCustomPromptAllModes(name, prompt)
  return op === 'legacy'
    ? builder.withCustomPrompt(name, only, prompt)
    : builder.withCustomPromptForMode(name, only, prompt)
}

/** The system prompt that each seat gets in a mode, as `mode agent` → text. */
async function systemPrompts(builder: MagiBuilder, provider: ReturnType<typeof scriptedProvider>) {
  const magi = builder.build()
  for (const mode of modes) await magi.analyze(mode, 'text')
  return new Map(provider.requests.map(({ mode, agent, system }) => [`${mode} ${agent}`, system]))
}

test.each(vectors)(
  'ORC-021 $id every seat gets the prompt that the overrides say',
  async ({ overrides, expect: expected }) => {
    const provider = scriptedProvider()
    const builder = (overrides as Override[]).reduce(apply, new MagiBuilder(provider))
    const systems = await systemPrompts(builder, provider)
    for (const agent of AGENT_NAMES) {
      for (const mode of modes) {
        expect(systems.get(`${mode} ${agent}`)).toBe(expected[agent][mode].prompt ?? builtInPrompt(agent))
      }
    }
  },
)

test('RF-08 per mode wins over all modes, which wins over the built-in', () => {
  const overrides: PromptOverrides = new Map([
    ['melchior', 'ALL'],
    ['melchior/design', 'DESIGN'],
    ['caspar', ''],
  ])
  expect(lookupPrompt('melchior', 'design', overrides)).toBe('DESIGN')
  expect(lookupPrompt('melchior', 'analysis', overrides)).toBe('ALL')
  expect(lookupPrompt('caspar', 'analysis', overrides)).toBe('')
  expect(lookupPrompt('balthasar', 'analysis', overrides)).toBe(builtInPrompt('balthasar'))
})

test('BDD-14 without an override the lookup answers the built-in prompt', () => {
  expect(lookupPrompt('caspar', 'analysis', new Map())).toBe(builtInPrompt('caspar'))
})

test('BDD-05 an override for all modes reaches its own seat only', async () => {
  const provider = scriptedProvider()
  const systems = await systemPrompts(
    new MagiBuilder(provider).withCustomPromptAllModes('melchior', 'CUSTOM MEL'),
    provider,
  )
  expect(systems.get('design melchior')).toBe('CUSTOM MEL')
  expect(systems.get('design balthasar')).toBe(builtInPrompt('balthasar'))
  expect(systems.get('design caspar')).toBe(builtInPrompt('caspar'))
})

test('BDD-06 an override for one mode falls back to the one for all modes', async () => {
  const provider = scriptedProvider()
  const builder = new MagiBuilder(provider)
    .withCustomPromptForMode('melchior', 'code-review', 'REVIEW-MEL')
    .withCustomPromptAllModes('melchior', 'GENERAL-MEL')
  const systems = await systemPrompts(builder, provider)
  expect(modes.map((mode) => systems.get(`${mode} melchior`))).toEqual([
    'REVIEW-MEL',
    'GENERAL-MEL',
    'GENERAL-MEL',
  ])
})

test('BDD-07 the deprecated setter sets one mode, and says nothing at run time', async () => {
  const provider = scriptedProvider()
  const builder = new MagiBuilder(provider).withCustomPrompt('melchior', 'code-review', 'LEGACY')
  const systems = await systemPrompts(builder, provider)
  expect(systems.get('code-review melchior')).toBe('LEGACY')
  expect(systems.get('design melchior')).toBe(builtInPrompt('melchior'))
})

test('RNF-05 the deprecated setter gives the same report as its successor', async () => {
  const report = (builder: MagiBuilder) => builder.build().analyze('design', 'text')
  const legacy = await report(new MagiBuilder(scriptedProvider()).withCustomPrompt('caspar', 'design', 'X'))
  const current = await report(
    new MagiBuilder(scriptedProvider()).withCustomPromptForMode('caspar', 'design', 'X'),
  )
  expect(legacy).toEqual(current)
})

test('RF-07 setters return the builder, and prompts are not validated', () => {
  const builder = new MagiBuilder(scriptedProvider())
  expect(builder.withCustomPromptForMode('caspar', 'design', '')).toBe(builder)
  expect(builder.withCustomPromptAllModes('caspar', '\u0000'.repeat(10))).toBe(builder)
  expect(builder.withCustomPrompt('caspar', 'design', 'x')).toBe(builder)
})
