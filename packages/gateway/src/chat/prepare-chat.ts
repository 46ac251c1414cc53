import { isHandle, PersonaError } from '@cordon/personas'
import type { AnyGatewayError } from '../contract/errors.ts'
import { asGatewayError, failure, wireCode } from '../contract/failure.ts'
import type { GatewayCore } from '../gateway-core.ts'
import type { Exchange } from '../http/exchange.ts'
import type { RequestRecord } from '../http/request-record.ts'
import type { Caller } from '../http/tenants.ts'
import type { PersonaForm } from '../persona/persona-form.ts'
import { loadPersona, requestedHandle } from '../persona/select-persona.ts'
import type { ChatRequest } from '../protocol/parse-chat-request.ts'
import { personaLoaded } from '../record/audit-rows.ts'
import { type FencedMessages, fenceMessages } from '../request/fence-messages.ts'
import { type MergedHints, mergeHints } from '../request/merge-hints.ts'
import { buildUpstreamBody } from '../request/upstream-body.ts'
import { rowModel, type Target } from '../upstream/model-directory.ts'

/** A request that may go upstream: its rows are on disk. */
export interface PreparedChat {
  readonly caller: Caller
  readonly request: ChatRequest
  readonly form: PersonaForm
  readonly hints: MergedHints
  readonly fenced: FencedMessages
  readonly targets: readonly Target[]
  readonly bodyFor: (target: Target) => Buffer
}

/**
 * Returns the request as it will be sent, once the rows that say so are durable; a refusal leaves a row too.
 *
 * @throws the refusal; `ERR_GATEWAY_AUDIT_UNAVAILABLE` when a row could not be written.
 */
export async function prepareChat(
  core: GatewayCore,
  exchange: Exchange,
  request: ChatRequest,
  caller: Caller,
  record: RequestRecord,
): Promise<PreparedChat> {
  let prepared: PreparedChat
  try {
    prepared = prepare(core, exchange, request, caller, record)
  } catch (error) {
    throw await recordRefusal(core, request, error, caller, record)
  }
  await Promise.all([
    appendPrecheck(core, request, caller, record, null),
    core.audit.append(
      'persona_loaded',
      personaLoaded(prepared.form.persona, record, core.personas.integrity),
    ),
  ])
  return prepared
}

function prepare(
  core: GatewayCore,
  exchange: Exchange,
  request: ChatRequest,
  caller: Caller,
  record: RequestRecord,
): PreparedChat {
  const { fields, messages, model } = request
  const handle = requestedHandle(fields['agent_persona'], exchange.header('x-agent-persona'), caller)
  record.requestedHandle = handle
  const form = core.formOf(loadPersona(core.personas, handle, caller))
  record.personaHandle = form.persona.handle
  const hints = mergeHints(fields, form.persona.llmHints)
  const { trustsToolMessages, name: tenant } = caller
  const fenced = fenceMessages(messages, { fence: core.fence, tenant, trustsToolMessages })
  record.fencedParts = fenced.fencedParts
  const targets = core.models.targetsOf(model)
  const parts = { request, form, hints, messages: fenced.messages, tainted: fenced.fencedParts > 0 }
  const bodies = new Map<Target, Buffer>()
  const bodyFor = (target: Target): Buffer => {
    const body = bodies.get(target) ?? buildUpstreamBody(parts, target.model, target.pool.systemMessages)
    bodies.set(target, body)
    return body
  }
  // A body that cannot be built is the caller's mistake, and has to show before a row says that it goes on. One body
  // fails as any other does, except where system messages are merged.
  for (const target of targets) if (!bodies.size || target.pool.systemMessages === 'merge') bodyFor(target)
  return { caller, request, form, hints, fenced, targets, bodyFor }
}

function isTampered(error: unknown): error is PersonaError<'ERR_PERSONA_TAMPERED'> {
  return PersonaError.isInstance(error) && error.code === 'ERR_PERSONA_TAMPERED'
}

/** Writes the rows of a refusal and returns it as one of ours. */
async function recordRefusal(
  core: GatewayCore,
  request: ChatRequest,
  error: unknown,
  caller: Caller,
  record: RequestRecord,
): Promise<AnyGatewayError> {
  const { requestId, traceId } = record
  if (!isTampered(error)) {
    if (asGatewayError(error).code === 'ERR_GATEWAY_INTERNAL') throw error
    await appendPrecheck(core, request, caller, record, asGatewayError(error))
    return asGatewayError(error)
  }
  const { handle, expectedHash, actualHash } = error.detail
  const refusal = failure('ERR_GATEWAY_PERSONA_TAMPERED', { handle, contact: core.contact })
  core.metrics.personas.countTampered(handle)
  core.emit({ type: 'persona_tampered', severity: 'sev-1', requestId, handle, expectedHash, actualHash })
  await Promise.all([
    appendPrecheck(core, request, caller, record, refusal),
    core.audit.append('persona_tampered', {
      persona_handle: handle,
      request_id: requestId,
      trace_id: traceId,
      tenant: caller.name,
      severity: 'sev-1',
      expected_hash: expectedHash,
      actual_hash: actualHash,
    }),
  ])
  return refusal
}

function appendPrecheck(
  core: GatewayCore,
  request: ChatRequest,
  caller: Caller,
  record: RequestRecord,
  refusal: AnyGatewayError | null,
): Promise<void> {
  const { requestedHandle, personaHandle } = record
  // What a caller wrote is told only where it has the form of a handle.
  const asked = requestedHandle ?? ''
  const handle = personaHandle ?? (isHandle(asked) ? asked : null)
  return core.audit.append('precheck', {
    persona_handle: handle,
    request_id: record.requestId,
    trace_id: record.traceId,
    agent_persona: handle,
    tenant: caller.name,
    decision: refusal === null ? 'allowed' : 'refused',
    reason: refusal === null ? null : wireCode(refusal.code),
    model: rowModel(request.model),
    stream: request.stream,
    fenced_parts: record.fencedParts,
  })
}
