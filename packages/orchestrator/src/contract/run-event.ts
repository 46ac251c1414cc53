import type { Mode } from '@cordon/prompt'
import type { Verdict } from './agent-output.ts'
import type { AgentName } from './agents.ts'
import type { SeatFailure } from './errors.ts'

/** What happens during one `analyze`, in order. Events carry no prompt, no content and no model text. */
export type RunEvent =
  | {
      readonly type: 'run-start'
      readonly mode: Mode
      /** Size of the raw input in UTF-8 bytes. */
      readonly inputBytes: number
      readonly timeoutMs: number
    }
  | {
      readonly type: 'seat-start'
      readonly agent: AgentName
      readonly provider: string
      readonly model: string
    }
  | {
      /** An attempt failed and another follows after `delayMs`. */
      readonly type: 'seat-retry'
      readonly agent: AgentName
      /** The attempt that failed, from 1. */
      readonly attempt: number
      readonly delayMs: number
    }
  | {
      readonly type: 'seat-end'
      readonly agent: AgentName
      readonly verdict: Verdict
      readonly confidence: number
      readonly durationMs: number
    }
  | ({ readonly type: 'seat-failed'; readonly agent: AgentName; readonly durationMs: number } & SeatFailure)
  | {
      readonly type: 'consensus'
      readonly consensus: string
      readonly consensus_verdict: Verdict
      readonly confidence: number
      readonly degraded: boolean
    }

/** Hears {@link RunEvent}s, synchronously and in order, until the run's signal aborts. */
export type RunListener = (event: RunEvent) => void
