import {
  determineConsensus,
  formatBanner,
  formatReport,
  lookupPrompt,
  MagiBuilder,
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
  [{ sginal: undefined }, '"options" expected signal, onEvent, got another name'],
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
