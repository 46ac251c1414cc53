import type { AgentName } from './agents.ts'

export const VERDICTS = ['approve', 'conditional', 'reject'] as const
/** How an agent votes. */
export type Verdict = (typeof VERDICTS)[number]

export const SEVERITIES = ['critical', 'warning', 'info'] as const
/** How much a finding weighs, worst first. */
export type Severity = (typeof SEVERITIES)[number]

/** One thing that an agent found. */
export interface Finding {
  readonly severity: Severity
  readonly title: string
  readonly detail: string
}

/** One agent's verdict, as it travels: the seven keys that a model answers with. */
export interface AgentOutput<Name extends string = AgentName> {
  readonly agent: Name
  readonly verdict: Verdict
  /** 0 to 1, inclusive. */
  readonly confidence: number
  readonly summary: string
  readonly reasoning: string
  readonly findings: readonly Finding[]
  readonly recommendation: string
}
