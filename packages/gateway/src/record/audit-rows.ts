import type { Persona } from '@cordon/personas'
import type { RequestRecord } from '../http/request-record.ts'
import { fieldsOf } from '../options/assert-known.ts'

/** The rows that a gateway writes, by kind, with every field that may stand in their payloads. */
export interface AuditPayloads {
  /** Written for each well-formed request of a known tenant within its limits, allowed or refused, before anything is sent. */
  readonly precheck: RequestFields & {
    readonly agent_persona: string | null
    readonly tenant: string
    readonly decision: 'allowed' | 'refused'
    readonly reason: string | null
    readonly model: string | null
    readonly stream: boolean
    readonly fenced_parts: number
  }
  /** Written once for each request whose persona resolved, before the upstream is called. */
  readonly persona_loaded: RequestFields & {
    readonly persona_id: string
    readonly persona_version: string
    readonly source_path: string
    readonly source_hash: string
    readonly integrity: 'live' | 'sealed'
  }
  readonly persona_tampered: RequestFields & {
    readonly tenant: string
    readonly severity: 'sev-1'
    readonly expected_hash: string
    readonly actual_hash: string | null
  }
  readonly invocation: RequestFields & InvocationFields & { readonly finish_reasons: readonly string[] }
  readonly invocation_failed: RequestFields & InvocationFields & { readonly reason: string }
  readonly tool_refused: RequestFields & {
    readonly tenant: string
    readonly tool: string
    readonly choice: number
    readonly action: 'refused' | 'reported'
    readonly untrusted_labels: readonly string[]
  }
  /** A council has no persona; the handle is null. */
  readonly council: RequestFields & {
    readonly tenant: string
    readonly mode: string
    readonly input_bytes: number
    readonly phase: 'started' | 'finished' | 'failed'
    readonly reason: string | null
  }
}

interface RequestFields {
  readonly persona_handle: string | null
  readonly request_id: string
  readonly trace_id: string | null
}

interface InvocationFields {
  readonly tenant: string
  readonly upstream: string | null
  readonly model: string | null
  readonly status: number
  readonly stream: boolean
  readonly attempts: number
  readonly system_messages: string
  readonly fenced_parts: number
  readonly duration_ms: number
  readonly prompt_tokens: number | null
  readonly completion_tokens: number | null
}

export type AuditKind = keyof AuditPayloads

const REQUEST = { persona_handle: true, request_id: true, trace_id: true } as const
const INVOCATION = {
  ...REQUEST,
  tenant: true,
  upstream: true,
  model: true,
  status: true,
  stream: true,
  attempts: true,
  system_messages: true,
  fenced_parts: true,
  duration_ms: true,
  prompt_tokens: true,
  completion_tokens: true,
} as const

/** The allow-list: a field that is not here does not get into a row, whatever the caller hands over. */
export const AUDIT_FIELDS: { readonly [K in AuditKind]: readonly (keyof AuditPayloads[K] & string)[] } = {
  precheck: fieldsOf<AuditPayloads['precheck']>({
    ...REQUEST,
    agent_persona: true,
    tenant: true,
    decision: true,
    reason: true,
    model: true,
    stream: true,
    fenced_parts: true,
  }),
  persona_loaded: fieldsOf<AuditPayloads['persona_loaded']>({
    ...REQUEST,
    persona_id: true,
    persona_version: true,
    source_path: true,
    source_hash: true,
    integrity: true,
  }),
  persona_tampered: fieldsOf<AuditPayloads['persona_tampered']>({
    ...REQUEST,
    tenant: true,
    severity: true,
    expected_hash: true,
    actual_hash: true,
  }),
  invocation: fieldsOf<AuditPayloads['invocation']>({ ...INVOCATION, finish_reasons: true }),
  invocation_failed: fieldsOf<AuditPayloads['invocation_failed']>({ ...INVOCATION, reason: true }),
  tool_refused: fieldsOf<AuditPayloads['tool_refused']>({
    ...REQUEST,
    tenant: true,
    tool: true,
    choice: true,
    action: true,
    untrusted_labels: true,
  }),
  council: fieldsOf<AuditPayloads['council']>({
    ...REQUEST,
    tenant: true,
    mode: true,
    input_bytes: true,
    phase: true,
    reason: true,
  }),
}

/** Returns a fresh payload with the allowed fields of its kind and nothing else. */
export function auditPayload<K extends AuditKind>(
  kind: K,
  fields: AuditPayloads[K],
): Record<string, unknown> {
  const payload: Record<string, unknown> = {}
  for (const name of AUDIT_FIELDS[kind]) payload[name] = fields[name]
  return payload
}

/** Returns the payload of `persona_loaded`, from the registry's object. */
export function personaLoaded(
  persona: Persona,
  { requestId, traceId }: RequestRecord,
  integrity: 'live' | 'sealed',
): AuditPayloads['persona_loaded'] {
  return {
    persona_handle: persona.handle,
    request_id: requestId,
    trace_id: traceId,
    persona_id: persona.id,
    persona_version: persona.version,
    source_path: persona.sourcePath,
    source_hash: persona.sourceHash,
    integrity,
  }
}
