import type { Persona } from '@cordon/personas'

/** What the gateway needs of a persona registry; `openRegistry` of `@cordon/personas/registry` returns one. */
export interface PersonaSource {
  /** How edits on disk are taken: adopted (`live`) or refused (`sealed`). */
  readonly integrity: 'live' | 'sealed'
  load(handle: string): Persona
  handles(): readonly string[]
}

/** What the gateway needs of an audit log; `openAudit` of `@cordon/audit` returns one. */
export interface AuditSink {
  /** Resolves when the row is on disk. */
  append(kind: string, payload: Readonly<Record<string, unknown>>): Promise<unknown>
  head(): { readonly chain: string; readonly seq: number; readonly hash: string }
}

/** How far a council is; passed on to the caller as it comes. */
export interface CouncilEvent {
  readonly type: string
}

/** A council to ask: `Magi.analyze` of `@cordon/orchestrator` has this shape. */
export type Council = (
  mode: 'code-review' | 'design' | 'analysis',
  content: string,
  options: { readonly signal: AbortSignal; readonly onEvent: (event: CouncilEvent) => void },
) => Promise<object>
