import type { LlmProvider } from '../contract/llm-provider.ts'

/** Returns the provider. @throws TypeError when it has no `complete` function. */
export function checkProvider(provider: LlmProvider): LlmProvider {
  if (typeof provider?.complete !== 'function')
    throw new TypeError('"provider" expected an object with complete')
  return provider
}
