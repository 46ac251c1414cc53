import type { LlmProvider } from '@cordon/orchestrator'

export interface RecordedProvider {
  readonly provider: LlmProvider
  /** What it was sent, in the order of the seats. */
  readonly prompts: readonly string[]
}

/** Returns a provider that answers as the given one and keeps the prompts. For a demonstration only: they hold nonces. */
export function recordPrompts(inner: LlmProvider): RecordedProvider {
  const prompts: string[] = []
  const provider: LlmProvider = {
    name: inner.name,
    model: inner.model,
    complete(request, options) {
      prompts.push(request.prompt)
      return inner.complete(request, options)
    },
  }
  return { provider, prompts }
}
