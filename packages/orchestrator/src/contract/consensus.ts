import type { Finding, Verdict } from './agent-output.ts'

/** A finding that one or more agents share; `sources` names an agent once for each finding of its that merged. */
export interface MergedFinding extends Finding {
  readonly sources: readonly string[]
}

/** What the council decided, as it travels: keys and labels are the reference program's. */
export interface Consensus {
  /** The label, such as `GO WITH CAVEATS (2-1)` or `HOLD -- TIE`. */
  readonly consensus: string
  readonly consensus_verdict: Verdict
  /** 0 to 1, two decimal places. */
  readonly confidence: number
  readonly votes: Readonly<Record<string, Verdict>>
  readonly majority_summary: string
  readonly dissent: readonly {
    readonly agent: string
    readonly summary: string
    readonly reasoning: string
  }[]
  readonly findings: readonly MergedFinding[]
  readonly conditions: readonly { readonly agent: string; readonly condition: string }[]
  readonly recommendations: Readonly<Record<string, string>>
}
