import type { Mode } from '@cordon/prompt'
import type { AgentName } from './agents.ts'

/** What one seat asks of a model. */
export interface CompletionRequest {
  readonly agent: AgentName
  readonly mode: Mode
  /** The agent's system prompt; trusted. */
  readonly system: string
  /** The fenced user prompt, the same string for all three seats. */
  readonly prompt: string
  /** Upper bound of the answer, in tokens. */
  readonly maxTokens: number
  /** Left to the model when absent. */
  readonly temperature?: number
  /** JSON Schema of the verdict, for providers that can hold a model to one. May be ignored. */
  readonly responseSchema?: Readonly<Record<string, unknown>>
}

/** Tokens, as the provider counts them. */
export interface CompletionUsage {
  readonly inputTokens?: number
  readonly outputTokens?: number
}

/** What a model answered. */
export interface Completion {
  readonly text: string
  readonly finishReason: 'stop' | 'length' | 'content-filter' | 'other'
  readonly usage?: CompletionUsage
  /** The model that answered, when it is not the one that was asked for. */
  readonly model?: string
}

/**
 * The port through which the council reaches a model.
 *
 * A rejection may carry `retryable` and `retryAfterMs` ({@link RetryAdvice}): the council tries again only when
 * `retryable` is `true`. Its message is never read, so it may hold what it likes.
 */
export interface LlmProvider {
  /** Who answers, such as `openai`; shown in reports. */
  readonly name: string
  /** Which model is asked; shown in reports. */
  readonly model: string
  /** Asks once. Must stop, and should reject, when `signal` aborts. */
  complete(request: CompletionRequest, options: { readonly signal: AbortSignal }): Promise<Completion>
}
