import { relayJson } from '../answer/relay-json.ts'
import { relayStream } from '../answer/relay-stream.ts'
import { type PreparedChat, prepareChat } from '../chat/prepare-chat.ts'
import { watchToolCalls } from '../chat/watch-tool-calls.ts'
import type { AnyGatewayError, TimeoutPhase, UnreachableReason } from '../contract/errors.ts'
import { asGatewayError, failure, statusOf, wireCode } from '../contract/failure.ts'
import type { GatewayCore } from '../gateway-core.ts'
import { admitCaller } from '../http/admit-caller.ts'
import type { Exchange } from '../http/exchange.ts'
import { type RequestRecord, startWork } from '../http/request-record.ts'
import { CompletionFacts } from '../protocol/completion-facts.ts'
import { parseChatRequest } from '../protocol/parse-chat-request.ts'
import { startChatSpan } from '../record/tracing.ts'
import { UpstreamCalls } from '../upstream/call-upstreams.ts'
import { rowModel } from '../upstream/model-directory.ts'
import type { UpstreamAnswer } from '../upstream/upstream-answer.ts'

/** Answers `POST /v1/chat/completions`. */
export function answerChat(core: GatewayCore, exchange: Exchange, record: RequestRecord): Promise<void> {
  return admitCaller(core, exchange, record, async (caller, body) => {
    const request = parseChatRequest(body)
    record.stream = request.stream
    const prepared = await prepareChat(core, exchange, request, caller, record)
    await invoke(core, exchange, record, prepared)
  })
}

/**
 * Sends a recorded request to an upstream and the answer to the caller.
 *
 * @throws the failure, after its row was written.
 */
async function invoke(
  core: GatewayCore,
  exchange: Exchange,
  record: RequestRecord,
  prepared: PreparedChat,
): Promise<void> {
  const { request, targets, bodyFor } = prepared
  const span = startChatSpan(prepared, record.trace)
  const sentAt = performance.now()
  const calls: UpstreamCalls = new UpstreamCalls({
    targets,
    bodyFor,
    headers: ['x-request-id', record.requestId, ...span.headers],
    maxResponseBytes: core.limits.maxResponseBytes,
    stream: request.stream,
    reply: exchange.reply,
    onCallEnd: (target, error, durationMs) => {
      record.upstream = target.pool.name
      tellCallEnd(core, record, target.pool.name, calls.attempts, error, durationMs)
    },
  })
  startWork(record, calls)
  exchange.reply.onGone(() => calls.abort(failure('ERR_GATEWAY_CLIENT_CLOSED', {})))
  let facts = new CompletionFacts()
  try {
    facts = await calls.answer((answer) => relay(core, exchange, record, prepared, sentAt, answer))
  } catch (error) {
    const known = asGatewayError(error)
    const reason = wireCode(known.code)
    span.fail(calls.lastAsked, reason)
    const outcome = outcomeOf(record, prepared, calls, statusOf(known), facts)
    // A member behind the spread would be a new map to V8 each time, and every later access to such objects a search.
    await core.audit.append('invocation_failed', { reason, ...outcome })
    throw error
  }
  span.succeed(calls.lastAsked, facts)
  const outcome = outcomeOf(record, prepared, calls, 200, facts)
  // The answer is out and needs no row to go with it.
  core.audit.appendLater('invocation', { finish_reasons: facts.finishReasons, ...outcome })
}

function tellCallEnd(
  { metrics, emit }: GatewayCore,
  { requestId }: RequestRecord,
  upstream: string,
  attempt: number,
  error: AnyGatewayError | undefined,
  durationMs: number,
): void {
  metrics.countAttempt(upstream, error && wireCode(error.code), durationMs)
  // A caller that left, or a gateway that ends, is no alarm about the upstream.
  if (error === undefined || !error.code.startsWith('ERR_GATEWAY_UPSTREAM_')) return
  emit({
    type: 'upstream_failed',
    severity: 'warn',
    requestId,
    upstream,
    code: wireCode(error.code),
    status: 'status' in error.detail ? error.detail.status : null,
    reason: reasonOf(error),
    attempt,
  })
}

function reasonOf(error: AnyGatewayError): UnreachableReason | TimeoutPhase | null {
  switch (error.code) {
    case 'ERR_GATEWAY_UPSTREAM_UNREACHABLE':
      return error.detail.reason
    case 'ERR_GATEWAY_UPSTREAM_TIMEOUT':
      return error.detail.phase
    default:
      return null
  }
}

function relay(
  core: GatewayCore,
  exchange: Exchange,
  record: RequestRecord,
  prepared: PreparedChat,
  sentAt: number,
  answer: UpstreamAnswer,
): Promise<CompletionFacts> {
  const { request, form, fenced } = prepared
  const answeredAt = performance.now()
  const shared = {
    upstream: answer.target.pool.name,
    form,
    badgeField: core.names.badgeField,
    watch: fenced.fencedParts > 0 ? watchToolCalls(core, record, prepared) : undefined,
    headers: () => [
      ...form.headers,
      'X-Request-Id',
      record.requestId,
      'X-Cordon-Fenced-Parts',
      String(fenced.fencedParts),
      'Server-Timing',
      `cordon;dur=${(sentAt - record.startedAt + (performance.now() - answeredAt)).toFixed(2)}`,
    ],
  }
  if (answer.kind === 'json') {
    return relayJson(exchange, { completion: answer.completion, asStream: request.stream, ...shared })
  }
  return relayStream(exchange, { call: answer.call, maxLength: core.limits.maxResponseBytes, ...shared })
}

/** What a row tells of a request that was sent, or would have been. */
function outcomeOf(
  { requestId, traceId, personaHandle, upstream, fencedParts, startedAt }: RequestRecord,
  { caller, request }: PreparedChat,
  { attempts, lastAsked }: UpstreamCalls,
  status: number,
  facts: CompletionFacts,
) {
  return {
    persona_handle: personaHandle,
    request_id: requestId,
    trace_id: traceId,
    tenant: caller.name,
    upstream,
    model: rowModel(lastAsked?.model ?? request.model),
    status,
    stream: request.stream,
    attempts,
    system_messages: lastAsked?.pool.systemMessages ?? 'separate',
    fenced_parts: fencedParts,
    duration_ms: Math.round(performance.now() - startedAt),
    prompt_tokens: facts.promptTokens ?? null,
    completion_tokens: facts.completionTokens ?? null,
  }
}
