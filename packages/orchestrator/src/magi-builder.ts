import type { RngLike } from '@cordon/nonce'
import type { Mode } from '@cordon/prompt'
import type { SanitizePolicy } from '@cordon/sanitize'
import type { AgentName } from './contract/agents.ts'
import { assertOneOf } from './contract/assert-one-of.ts'
import { assertOptions } from './contract/assert-options.ts'
import type { LlmProvider } from './contract/llm-provider.ts'
import { Magi } from './magi.ts'
import { checkProvider } from './providers/check-provider.ts'

/** The longest delay that a platform timer keeps; a longer one would fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

const DEFAULT_TIMEOUT_MS = 300_000
const DEFAULT_MAX_INPUT_BYTES = 4 * 1024 * 1024
const DEFAULT_MAX_TOKENS = 16_384

/** What is asked of every completion, beside the prompt. */
export interface CompletionSettings {
  /** Upper bound of each answer, in tokens. Positive integer. @defaultValue 16,384 */
  readonly maxTokens?: number
  /** Finite, not negative; left to the model when absent. @defaultValue none */
  readonly temperature?: number
}

/**
 * Gathers what a council needs. Setters may be called in any order, the last call wins, each returns the builder.
 *
 * Prompts are never validated, and an empty one is an override. Names of agents and modes are checked by `analyze`.
 */
export class MagiBuilder {
  readonly #provider: LlmProvider
  readonly #providers = new Map<AgentName, LlmProvider>()
  readonly #prompts = new Map<AgentName | `${AgentName}/${Mode}`, string>()
  #timeoutMs = DEFAULT_TIMEOUT_MS
  #maxInputBytes = DEFAULT_MAX_INPUT_BYTES
  #maxTokens = DEFAULT_MAX_TOKENS
  #temperature: number | undefined
  #policy: SanitizePolicy = 'standard'
  #rng: RngLike | undefined

  /** @throws TypeError when `provider` has no `complete` function. */
  constructor(provider: LlmProvider) {
    this.#provider = checkProvider(provider)
  }

  /** Seats `agent` at a provider of its own. @throws TypeError when `provider` has no `complete` function. */
  withProvider(agent: AgentName, provider: LlmProvider): this {
    this.#providers.set(agent, checkProvider(provider))
    return this
  }

  /** Replaces the system prompt of `agent` in one mode; it wins over {@link withCustomPromptAllModes}. */
  withCustomPromptForMode(agent: AgentName, mode: Mode, text: string): this {
    this.#prompts.set(`${agent}/${mode}`, text)
    return this
  }

  /** Replaces the system prompt of `agent` in every mode that has none of its own. */
  withCustomPromptAllModes(agent: AgentName, text: string): this {
    this.#prompts.set(agent, text)
    return this
  }

  /** @deprecated Use {@link withCustomPromptForMode}, which this calls. */
  withCustomPrompt(agent: AgentName, mode: Mode, text: string): this {
    return this.withCustomPromptForMode(agent, mode, text)
  }

  /**
   * Bounds each seat, retries included. Milliseconds, integer from 1 to 2³¹−1. @defaultValue 300,000
   *
   * @throws TypeError for anything but a number; RangeError outside the bounds.
   */
  withTimeoutMs(timeoutMs: number): this {
    this.#timeoutMs = checkInteger('timeoutMs', timeoutMs, 1, MAX_TIMEOUT_MS)
    return this
  }

  /**
   * Bounds the raw input. UTF-8 bytes, integer from 0. @defaultValue 4 MiB
   *
   * @throws TypeError for anything but a number; RangeError outside the bounds.
   */
  withMaxInputBytes(maxInputBytes: number): this {
    this.#maxInputBytes = checkInteger('maxInputBytes', maxInputBytes, 0, Number.MAX_SAFE_INTEGER)
    return this
  }

  /**
   * Sets what each completion is asked for; what is left out keeps its value.
   *
   * @throws TypeError for an unknown setting, or anything but a number; RangeError outside the bounds.
   */
  withCompletion(settings: CompletionSettings): this {
    assertOptions(settings, ['maxTokens', 'temperature'])
    const { maxTokens = this.#maxTokens, temperature = this.#temperature } = settings
    this.#maxTokens = checkInteger('maxTokens', maxTokens, 1, Number.MAX_SAFE_INTEGER)
    this.#temperature = temperature === undefined ? undefined : checkTemperature(temperature)
    return this
  }

  /** Sets how the input is sanitized. @defaultValue `'standard'` @throws TypeError for another policy. */
  withPolicy(policy: SanitizePolicy): this {
    assertOneOf(policy, 'policy', ['standard', 'strict'])
    this.#policy = policy
    return this
  }

  /** Draws the nonce from `rng`, for tests. @defaultValue the platform's CSPRNG */
  withRng(rng: RngLike): this {
    if (typeof rng?.nextU128 !== 'function') throw new TypeError('"rng" expected an object with nextU128')
    this.#rng = rng
    return this
  }

  /** Returns a council with the settings so far; later calls do not change it. */
  build(): Magi {
    return new Magi({
      provider: this.#provider,
      providers: new Map(this.#providers),
      prompts: new Map(this.#prompts),
      timeoutMs: this.#timeoutMs,
      maxInputBytes: this.#maxInputBytes,
      maxTokens: this.#maxTokens,
      temperature: this.#temperature,
      policy: this.#policy,
      rng: this.#rng,
    })
  }
}

function checkInteger(name: string, value: number, min: number, max: number): number {
  if (typeof value !== 'number') throw new TypeError(`"${name}" expected number, got ${typeof value}`)
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new RangeError(`"${name}" expected integer ${min}..${max}, got ${value}`)
  }
  return value
}

function checkTemperature(temperature: number): number {
  if (typeof temperature !== 'number')
    throw new TypeError(`"temperature" expected number, got ${typeof temperature}`)
  if (!Number.isFinite(temperature) || temperature < 0) {
    throw new RangeError(`"temperature" expected a finite number from 0, got ${temperature}`)
  }
  return temperature
}
