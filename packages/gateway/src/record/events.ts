import type { PersonaEvent } from '@cordon/personas/registry'
import type { TimeoutPhase, UnreachableReason } from '../contract/errors.ts'

/** What a gateway has to tell while it runs. Fields are ids, handles, counts and codes; never a text of a request. */
export type GatewayEvent =
  | {
      readonly type: 'request_end'
      readonly requestId: string
      readonly route: string
      readonly status: number
      /** Code of the failure, or null. */
      readonly code: string | null
      readonly tenant: string | null
      readonly personaHandle: string | null
      readonly upstream: string | null
      readonly stream: boolean
      readonly fencedParts: number
      readonly durationMs: number
      readonly traceId: string | null
    }
  | {
      readonly type: 'persona_tampered'
      readonly severity: 'sev-1'
      readonly requestId: string
      readonly handle: string
      readonly expectedHash: string
      readonly actualHash: string | null
    }
  | {
      readonly type: 'tool_refused'
      readonly severity: 'sev-2'
      readonly requestId: string
      readonly personaHandle: string
      readonly tool: string
      readonly action: 'refused' | 'reported'
    }
  | {
      readonly type: 'upstream_failed'
      readonly severity: 'warn'
      readonly requestId: string
      readonly upstream: string
      readonly code: string
      /** What the upstream answered with, where that is the failure; else null. */
      readonly status: number | null
      /** Of `upstream_unreachable`, how the connection failed; of `upstream_timeout`, the phase that took too long; else null. */
      readonly reason: UnreachableReason | TimeoutPhase | null
      readonly attempt: number
    }
  /** A row could not be written. A log of `@cordon/audit` takes no further one until it is opened again. */
  | {
      readonly type: 'audit_unavailable'
      readonly severity: 'sev-1'
      readonly requestId: string
      /** The system's code where it refused (`ENOSPC`), else the log's own (`ERR_AUDIT_SUPERSEDED`), or null. */
      readonly reason: string | null
    }
  /** A fault of the gateway itself; `name` is the class of what was thrown. */
  | {
      readonly type: 'internal_error'
      readonly severity: 'sev-2'
      readonly requestId: string
      readonly name: string
    }
  | { readonly type: 'drain_begin'; readonly openRequests: number }
  | { readonly type: 'drain_end'; readonly abortedRequests: number }
  /** What the persona registry told, handed on. */
  | { readonly type: 'persona_event'; readonly event: PersonaEvent }

export type GatewayListener = (event: GatewayEvent) => void

/** Returns a listener that never throws: what a listener does wrong, at once or later, changes nothing. */
export function quietly(listener: GatewayListener | undefined): GatewayListener {
  if (listener === undefined) return () => {}
  return (event) => {
    // The executor runs at once and turns a throw into a rejection, so one handler serves both.
    void new Promise((resolve) => resolve(listener(event))).catch(() => {})
  }
}
