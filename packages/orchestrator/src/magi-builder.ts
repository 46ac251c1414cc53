import type { RngLike } from '@cordon/nonce'
import type { Mode } from '@cordon/prompt'
import type { SanitizePolicy } from '@cordon/sanitize'
import type { AgentName } from './contract/agents.ts'
import { assertOptions } from './contract/assert-options.ts'
import type { LlmProvider } from './contract/llm-provider.ts'
import { Magi } from './magi.ts'
import { checkSetting, type MagiConfig } from './magi-config.ts'
import { checkProvider } from './providers/check-provider.ts'

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
 * Prompts are not validated, and an empty one is an override. That each is a string, and the names of agents and modes,
 * are checked by `analyze`.
 */
export class MagiBuilder {
  readonly #providers = new Map<AgentName, LlmProvider>()
  readonly #prompts = new Map<AgentName | `${AgentName}/${Mode}`, string>()
  readonly #config: { -readonly [Name in keyof MagiConfig]: MagiConfig[Name] }

  /** @throws TypeError when `provider` has no `complete` function. */
  constructor(provider: LlmProvider) {
    this.#config = {
      provider: checkProvider(provider),
      providers: this.#providers,
      prompts: this.#prompts,
      timeoutMs: 300_000,
      maxInputBytes: 4 * 1024 * 1024,
      maxTokens: 16_384,
      temperature: undefined,
      policy: 'standard',
      rng: undefined,
    }
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
    return this.#set('timeoutMs', timeoutMs)
  }

  /**
   * Bounds the raw input. UTF-8 bytes, integer from 0. @defaultValue 4 MiB
   *
   * @throws TypeError for anything but a number; RangeError outside the bounds.
   */
  withMaxInputBytes(maxInputBytes: number): this {
    return this.#set('maxInputBytes', maxInputBytes)
  }

  /**
   * Sets what each completion is asked for; what is left out keeps its value.
   *
   * @throws TypeError for an unknown setting, or anything but a number; RangeError outside the bounds.
   */
  withCompletion(settings: CompletionSettings): this {
    assertOptions(settings, ['maxTokens', 'temperature'])
    const { maxTokens = this.#config.maxTokens, temperature = this.#config.temperature } = settings
    return this.#set('maxTokens', maxTokens).#set('temperature', temperature)
  }

  /** Sets how the input is sanitized. @defaultValue `'standard'` @throws TypeError for another policy. */
  withPolicy(policy: SanitizePolicy): this {
    return this.#set('policy', policy)
  }

  /** Draws the nonce from `rng`, for tests. @defaultValue the platform's CSPRNG */
  withRng(rng: RngLike): this {
    return this.#set('rng', rng)
  }

  /** Returns a council with the settings so far; later calls do not change it. */
  build(): Magi {
    return new Magi(this.#config)
  }

  #set<Name extends keyof MagiConfig>(name: Name, value: MagiConfig[Name]): this {
    checkSetting(name, value)
    this.#config[name] = value
    return this
  }
}
