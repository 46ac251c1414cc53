import { type LlmProvider, type Magi, MagiBuilder } from '@cordon/orchestrator'

/** The composition root: what a service decides once, at start. Swap the provider and nothing else changes. */
export function composeCouncil(provider: LlmProvider): Magi {
  return new MagiBuilder(provider).withPolicy('strict').withTimeoutMs(60_000).build()
}
