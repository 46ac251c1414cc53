import type { AgentOutput } from '../contract/agent-output.ts'
import type { AgentName } from '../contract/agents.ts'
import type { Consensus } from '../contract/consensus.ts'
import type { Boundary } from './boundary.ts'

/** What `analyze` returns: plain data in the wire's own spelling, ready for `JSON.stringify`. */
export interface MagiReport {
  /** The verdicts that count, in seat order, their texts made inert. */
  readonly agents: readonly AgentOutput[]
  readonly consensus: Consensus
  readonly banner: string
  /** The report as text. A degraded run names the missing seat on its first line. */
  readonly report: string
  /** Whether a seat is missing. */
  readonly degraded: boolean
  /** Missing seats, each with `reason: message`. */
  readonly failed_agents: Readonly<Partial<Record<AgentName, string>>>
  /** Tokens of each seat whose provider counts them. */
  readonly usage: Readonly<Partial<Record<AgentName, SeatUsage>>>
  /** Who was asked, for every seat. */
  readonly models: Readonly<Record<AgentName, SeatModel>>
  readonly boundary: Boundary
}

/** Tokens as the provider counts them; null for a count that it does not give. */
export interface SeatUsage {
  readonly input_tokens: number | null
  readonly output_tokens: number | null
}

/** Who was asked: the provider's name and the model, the one that answered where the provider tells. */
export interface SeatModel {
  readonly provider: string
  readonly model: string
}
