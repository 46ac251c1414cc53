import type { RngLike } from '@cordon/nonce'
import type { SanitizePolicy } from '@cordon/sanitize'
import type { AgentName } from './contract/agents.ts'
import { assertOneOf } from './contract/assert-one-of.ts'
import { assertOptions } from './contract/assert-options.ts'
import type { LlmProvider } from './contract/llm-provider.ts'
import type { PromptOverrides } from './prompts/lookup-prompt.ts'
import { checkProvider } from './providers/check-provider.ts'

/** All settings of a council; a `MagiBuilder` gathers them. */
export interface MagiConfig {
  readonly provider: LlmProvider
  readonly providers: ReadonlyMap<AgentName, LlmProvider>
  readonly prompts: PromptOverrides
  readonly timeoutMs: number
  readonly maxInputBytes: number
  readonly maxTokens: number
  readonly temperature: number | undefined
  readonly policy: SanitizePolicy
  readonly rng: RngLike | undefined
}

/** The longest delay that a platform timer keeps; a longer one would fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

type Setting = keyof MagiConfig

const checks: { readonly [Name in Setting]: (value: MagiConfig[Name]) => void } = {
  provider: checkProvider,
  providers: (providers) => {
    checkMap('providers', providers)
    for (const provider of providers.values()) checkProvider(provider)
  },
  prompts: (prompts) => checkMap('prompts', prompts),
  timeoutMs: (timeoutMs) => checkInteger('timeoutMs', timeoutMs, 1, MAX_TIMEOUT_MS),
  maxInputBytes: (maxInputBytes) => checkInteger('maxInputBytes', maxInputBytes, 0, Number.MAX_SAFE_INTEGER),
  maxTokens: (maxTokens) => checkInteger('maxTokens', maxTokens, 1, Number.MAX_SAFE_INTEGER),
  temperature: checkTemperature,
  policy: (policy) => assertOneOf(policy, 'policy', ['standard', 'strict']),
  rng: (rng) => {
    if (rng !== undefined && typeof rng?.nextU128 !== 'function')
      throw new TypeError('"rng" expected an object with nextU128')
  },
}

/** @throws TypeError when `value` is of another type than the setting; RangeError when it is outside its bounds. */
export function checkSetting<Name extends Setting>(name: Name, value: MagiConfig[Name]): void {
  checks[name](value)
}

/**
 * Returns a copy that later changes of the original do not reach, every setting checked. Names of agents and modes are
 * left to `analyze`.
 *
 * @throws TypeError when a setting is missing, unknown or of another type; RangeError when one is outside its bounds.
 */
export function checkConfig(config: MagiConfig): MagiConfig {
  const names = Object.keys(checks) as Setting[]
  assertOptions(config, names, 'config')
  // Not a spread: a setting may stand in a prototype.
  const { provider, providers, prompts, timeoutMs, maxInputBytes, maxTokens, temperature, policy, rng } =
    config
  const copy = { provider, providers, prompts, timeoutMs, maxInputBytes, maxTokens, temperature, policy, rng }
  for (const name of names) checkSetting(name, copy[name])
  return { ...copy, providers: new Map(providers), prompts: new Map(prompts) }
}

function checkMap(name: Setting, value: unknown): void {
  if (!(value instanceof Map)) throw new TypeError(`"${name}" expected a Map`)
}

function checkInteger(name: Setting, value: number, min: number, max: number): void {
  if (typeof value !== 'number') throw new TypeError(`"${name}" expected number, got ${typeof value}`)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new RangeError(`"${name}" expected integer ${min}..${max}, got ${value}`)
}

function checkTemperature(temperature: number | undefined): void {
  if (temperature === undefined) return
  if (typeof temperature !== 'number')
    throw new TypeError(`"temperature" expected number, got ${typeof temperature}`)
  if (!Number.isFinite(temperature) || temperature < 0)
    throw new RangeError(`"temperature" expected a finite number from 0, got ${temperature}`)
}
