import { readdirSync, readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import * as root from '@cordon/orchestrator'
import * as aiSdk from '@cordon/orchestrator/ai-sdk'
import * as recordReplay from '@cordon/orchestrator/record-replay'
import { expect, expectTypeOf, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

test('ORC-090 the exports are these', () => {
  expect(Object.keys(root).sort()).toEqual([
    'AGENT_NAMES',
    'Magi',
    'MagiBuilder',
    'MagiError',
    'builtInPrompt',
    'determineConsensus',
    'formatBanner',
    'formatReport',
    'lookupPrompt',
    'parseAgentOutput',
    'stripCodeFence',
    'validateAgentOutput',
  ])
  expect(Object.keys(aiSdk)).toEqual(['fromLanguageModel'])
  expect(Object.keys(recordReplay)).toEqual(['recordReplay'])
})

test('ORC-090 the package has these entries', () => {
  expect(Object.keys(manifest.exports)).toEqual(['.', './ai-sdk', './record-replay', './package.json'])
  expect(Object.keys(manifest.publishConfig.exports)).toEqual(Object.keys(manifest.exports))
  expect(manifest.peerDependencies).toEqual({ ai: '^6.0.0 || ^7.0.0' })
})

test('ORC-091 the error codes are these, and each narrows its detail', () => {
  expectTypeOf<root.MagiErrorCode>().toEqualTypeOf<
    | 'ERR_MAGI_INPUT_TOO_LARGE'
    | 'ERR_MAGI_INSUFFICIENT_AGENTS'
    | 'ERR_MAGI_DUPLICATE_AGENT'
    | 'ERR_MAGI_INVALID_OUTPUT'
    | 'ERR_MAGI_TIMEOUT'
    | 'ERR_MAGI_PROVIDER'
    | 'ERR_MAGI_FIXTURE_MISSING'
    | 'ERR_MAGI_FIXTURE_INVALID'
  >()
  const error: unknown = new root.MagiError('ERR_MAGI_INPUT_TOO_LARGE', 'message', { size: 2, max: 1 })
  expect(root.MagiError.isInstance(error)).toBe(true)
  if (root.MagiError.isInstance(error) && error.code === 'ERR_MAGI_INPUT_TOO_LARGE') {
    expectTypeOf(error.detail).toEqualTypeOf<{ readonly size: number; readonly max: number }>()
  }
})

test('ORC-161 isInstance knows an error of another realm', () => {
  const foreign = runInNewContext(
    "Object.assign(new Error('x'), { [Symbol.for('@cordon/orchestrator/MagiError')]: true })",
  )
  expect(root.MagiError.isInstance(foreign)).toBe(true)
  expect(root.MagiError.isInstance(runInNewContext("new Error('x')"))).toBe(false)
})

const source = new URL('../src/', import.meta.url)

/** Every module that `entry` reaches, as file name → what it imports. */
function reach(entry: string, found = new Map<string, string[]>()): Map<string, string[]> {
  const text = readFileSync(new URL(entry, source), 'utf8')
  const imports = [...text.matchAll(/(?:from|import) '([^']+)'/g)].map(([, specifier = '']) => specifier)
  found.set(entry, imports)
  for (const specifier of imports) {
    if (!specifier.startsWith('.')) continue
    const file = new URL(specifier, new URL(entry, source)).href.slice(source.href.length)
    if (!found.has(file)) reach(file, found)
  }
  return found
}

test('ORC-092 the root reaches no Node module and no SDK', () => {
  const outside = [...reach('index.ts').values()].flat().filter((specifier) => !specifier.startsWith('.'))
  expect([...new Set(outside)].sort()).toEqual(['@cordon/nonce', '@cordon/prompt', '@cordon/sanitize'])
})

test('ORC-092 only the record-replay entry reaches Node, and the AI SDK entry reaches nothing outside', () => {
  const entries = { 'ai-sdk.ts': [] as string[], 'record-replay.ts': [] as string[] }
  for (const entry of Object.keys(entries) as (keyof typeof entries)[]) {
    entries[entry] = [
      ...new Set([...reach(entry).values()].flat().filter((name) => !/^\.|^@cordon/.test(name))),
    ]
  }
  expect(entries).toEqual({
    'ai-sdk.ts': [],
    'record-replay.ts': ['node:crypto', 'node:fs/promises', 'node:path'],
  })
})

test('ORC-093 no source reads the environment, the clock at import, or a home-made random source', () => {
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    expect(readFileSync(new URL(file, source), 'utf8'), file).not.toMatch(/process\.|Math\.random|console\./)
  }
})
