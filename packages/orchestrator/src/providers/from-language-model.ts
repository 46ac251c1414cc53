import { MagiError } from '../contract/errors.ts'
import type { Completion, CompletionRequest, CompletionUsage, LlmProvider } from '../contract/llm-provider.ts'
import { describeProviderError, readProviderError } from './describe-provider-error.ts'
import { readRetryAfter } from './read-retry-after.ts'

const VERSIONS: ReadonlySet<unknown> = new Set(['v2', 'v3', 'v4'])
const FINISH_REASONS: ReadonlySet<unknown> = new Set(['stop', 'length', 'content-filter'])
/** Failures of the connection, after which the same request may succeed. */
const CONNECTION_LOST = /^(?:ECONNRESET|ECONNREFUSED|ETIMEDOUT|EPIPE|EAI_AGAIN|UND_ERR_\w+)$/

interface CallOptions {
  prompt: (
    | { role: 'system'; content: string }
    | { role: 'user'; content: { type: 'text'; text: string }[] }
  )[]
  maxOutputTokens: number
  temperature?: number
  abortSignal: AbortSignal
}

type TokenCount = number | undefined | { readonly total: number | undefined }

interface GenerateResult {
  readonly content: readonly { readonly type: string; readonly text?: unknown }[]
  readonly finishReason: string | { readonly unified: string }
  readonly usage: { readonly inputTokens: TokenCount; readonly outputTokens: TokenCount }
  readonly response?: { readonly modelId?: string | undefined } | undefined
}

/**
 * What is used of a language model of the AI SDK. `LanguageModelV2`, `V3` and `V4` satisfy it, so both generations of
 * the SDK (`ai` 6 and 7) do; it is spelled out here so that no version of their types is forced on anyone.
 */
export interface AiSdkLanguageModel {
  readonly specificationVersion: 'v2' | 'v3' | 'v4'
  readonly provider: string
  readonly modelId: string
  doGenerate(options: CallOptions): PromiseLike<GenerateResult>
}

/**
 * Returns a provider that asks a language model of the AI SDK.
 *
 * The model is called once for each request: retries are the council's, which knows the seat's time limit. A failure
 * becomes `ERR_MAGI_PROVIDER` with the HTTP status or the system error code, and `retryable` and `retryAfterMs` from the
 * SDK's judgement and the response's headers; the SDK's own error, which holds the prompt, is dropped.
 *
 * @throws TypeError when `model` is not a language model object; a bare model id needs its provider's factory.
 */
export function fromLanguageModel(model: AiSdkLanguageModel): LlmProvider {
  if (typeof model?.doGenerate !== 'function' || !VERSIONS.has(model.specificationVersion)) {
    throw new TypeError(
      `"model" expected an AI SDK language model of specification v2, v3 or v4, got ${typeof model}`,
    )
  }
  return {
    name: model.provider,
    model: model.modelId,
    async complete(request, { signal }) {
      try {
        return toCompletion(await model.doGenerate(toCallOptions(request, signal)))
      } catch (error) {
        signal.throwIfAborted()
        throw toProviderError(error)
      }
    },
  }
}

function toCallOptions(request: CompletionRequest, abortSignal: AbortSignal): CallOptions {
  const { system, prompt, maxTokens, temperature } = request
  return {
    prompt: [
      // An empty override means no system prompt; several APIs refuse an empty message.
      ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
      { role: 'user', content: [{ type: 'text', text: prompt }] },
    ],
    maxOutputTokens: maxTokens,
    ...(temperature !== undefined && { temperature }),
    abortSignal,
  }
}

function toCompletion({ content, finishReason, usage, response }: GenerateResult): Completion {
  const reason = typeof finishReason === 'string' ? finishReason : finishReason.unified
  return {
    text: content.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : '')).join(''),
    finishReason: FINISH_REASONS.has(reason) ? (reason as Completion['finishReason']) : 'other',
    usage: toUsage(usage),
    ...(response?.modelId !== undefined && { model: response.modelId }),
  }
}

function toUsage(usage: GenerateResult['usage']): CompletionUsage {
  const inputTokens = totalOf(usage?.inputTokens)
  const outputTokens = totalOf(usage?.outputTokens)
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
  }
}

function totalOf(count: TokenCount): number | undefined {
  return typeof count === 'object' ? count?.total : count
}

function toProviderError(error: unknown): MagiError<'ERR_MAGI_PROVIDER'> {
  const facts = readProviderError(error)
  const { isRetryable, responseHeaders } = Object(error) as {
    isRetryable?: unknown
    responseHeaders?: unknown
  }
  const lost = facts.status === undefined && CONNECTION_LOST.test(facts.cause ?? '')
  const retryAfterMs = readRetryAfter(responseHeaders)
  return new MagiError('ERR_MAGI_PROVIDER', describeProviderError(error), facts, {
    retryable: isRetryable === true || lost,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}
