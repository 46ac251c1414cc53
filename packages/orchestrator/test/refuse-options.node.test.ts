import {
  determineConsensus,
  formatBanner,
  formatReport,
  lookupPrompt,
  Magi,
  MagiBuilder,
  type MagiConfig,
  parseAgentOutput,
  stripCodeFence,
} from '@cordon/orchestrator'
import { recordReplay } from '@cordon/orchestrator/record-replay'
import { expect, test } from 'vitest'
import { scriptedProvider } from './scripted-provider.ts'

const magi = new MagiBuilder(scriptedProvider()).build()

test.each([
  ['recordReplay without options', () => recordReplay(scriptedProvider(), undefined as never)],
  ['parseAgentOutput without options', () => parseAgentOutput('x', undefined as never)],
  ['a misspelt setting', () => new MagiBuilder(scriptedProvider()).withCompletion({ maxTokns: 5 } as never)],
])('ORC-114 %s is a TypeError about options', (_title, call) => {
  expect(call).toThrow(TypeError)
  expect(call).toThrow(/^"options" expected /)
})

test.each([
  [{ signal: 5 }, '"signal" expected AbortSignal, got number'],
  [{ onEvent: 5 }, '"onEvent" expected function, got number'],
  [{ sginal: undefined }, '"options" expected one of signal, onEvent, got sginal'],
])('ORC-114 analyze refuses %j', async (options, message) => {
  await expect(magi.analyze('design', 'x', options as never)).rejects.toThrow(message)
})

test.each([
  [
    lookupPrompt,
    ['melchior', 'poetry', new Map()],
    '"mode" expected one of code-review, design, analysis, got another',
  ],
  [lookupPrompt, ['melchior', 'design', {}], '"overrides" expected a Map'],
  [lookupPrompt, ['melchior', 'design'], '"overrides" expected a Map'],
  [determineConsensus, [], '"outputs" expected a list of verdicts, got undefined'],
  [formatBanner, [], '"outputs" expected a list of verdicts, got undefined'],
  [formatBanner, [[]], '"consensus" expected what determineConsensus returns'],
  [formatReport, [], '"outputs" expected a list of verdicts, got undefined'],
  [formatReport, [[]], '"consensus" expected what determineConsensus returns'],
  [formatReport, [[], { consensus: 'GO' }], '"consensus" expected what determineConsensus returns'],
  [stripCodeFence, [], '"text" expected string, got undefined'],
])('ORC-120 %o of %j is a TypeError that names the argument', (call: object, args, message) => {
  expect(() => Reflect.apply(call as () => unknown, undefined, args)).toThrow(new TypeError(message))
})

const config: MagiConfig = {
  provider: scriptedProvider(),
  providers: new Map(),
  prompts: new Map(),
  timeoutMs: 1000,
  maxInputBytes: 1000,
  maxTokens: 1000,
  temperature: undefined,
  policy: 'standard',
  rng: undefined,
}

test('ORC-200 a council may be made of its settings, and copies them', async () => {
  const prompts = new Map<'caspar', string>([['caspar', 'own']])
  const provider = scriptedProvider()
  const council = new Magi({ ...config, provider, prompts })
  prompts.set('caspar', 'changed')
  await council.analyze('design', 'x')
  expect(provider.requests.map(({ system }) => system)).toContain('own')
})

test.each([
  ['config', undefined],
  ['config', { ...config, maxTokns: 5 }],
  ['provider', { ...config, provider: {} }],
  ['provider', { ...config, providers: new Map([['caspar', {}]]) }],
  ['providers', { ...config, providers: {} }],
  ['prompts', { ...config, prompts: undefined }],
  ['timeoutMs', { ...config, timeoutMs: '1' }],
  ['timeoutMs', { ...config, timeoutMs: 0 }],
  ['maxInputBytes', { ...config, maxInputBytes: undefined }],
  ['maxInputBytes', { ...config, maxInputBytes: Number.NaN }],
  ['maxTokens', { ...config, maxTokens: 0.5 }],
  ['temperature', { ...config, temperature: -1 }],
  ['temperature', { ...config, temperature: null }],
  ['policy', { ...config, policy: 'off' }],
  ['rng', { ...config, rng: {} }],
])('ORC-200 names the setting that is wrong: %s (%#)', (name, wrong) => {
  expect(() => new Magi(wrong as never)).toThrow(new RegExp(`^"${name}" expected `))
})

test('ORC-230 a setting of a prototype is checked and used', async () => {
  const provider = scriptedProvider()
  await new Magi(Object.create({ ...config, provider, temperature: 0.5 })).analyze('design', 'x')
  expect(provider.requests.map(({ temperature }) => temperature)).toEqual([0.5, 0.5, 0.5])
  expect(() => new Magi(Object.create({ ...config, temperature: -1 }))).toThrow(RangeError)
})

test('ORC-206 a system prompt that is no string is named', async () => {
  expect(() => parseAgentOutput('{}', { agent: 'caspar', systemPrompt: 5 as never })).toThrow(
    new TypeError('"systemPrompt" expected string, got number'),
  )
  const council = new MagiBuilder(scriptedProvider()).withCustomPromptAllModes('caspar', 5 as never).build()
  await expect(council.analyze('design', 'x')).rejects.toThrow(
    new TypeError('"text" of an override expected string, got number'),
  )
})
