import { relayJson } from '../answer/relay-json.ts'
import { relayStream } from '../answer/relay-stream.ts'
import type { AnyGatewayError, TimeoutPhase, UnreachableReason } from '../contract/errors.ts'
import { asGatewayError, failure, statusOf, wireCode } from '../contract/failure-table.ts'
import type { Exchange } from '../http/exchange.ts'
import { type RequestRecord, startWork } from '../http/request-record.ts'
import type { Caller } from '../http/tenants.ts'
import { CompletionFacts } from '../protocol/completion-facts.ts'
import { type ChatRequest, parseChatRequest } from '../protocol/parse-chat-request.ts'
import { type ChatSpan, startChatSpan } from '../record/tracing.ts'
import { type Target, type UpstreamAnswer, UpstreamCalls } from '../upstream/call-upstreams.ts'
import { rowModel } from '../upstream/model-directory.ts'
import { admitCaller } from './admit-caller.ts'
import type { GatewayCore } from './gateway-core.ts'
import { type PreparedChat, prepareChat } from './prepare-chat.ts'
import { watchToolCalls } from './watch-tool-calls.ts'

/** Answers `POST /v1/chat/completions`. */
export function answerChat(core: GatewayCore, exchange: Exchange, record: RequestRecord): Promise<void> {
  return admitCaller(core, exchange, record, async (caller, body) => {
    const request = parseChatRequest(body)
    record.stream = request.stream
    const prepared = await prepareChat(core, exchange, request, caller, record)
    await new Invocation(core, exchange, record, request, caller, prepared).run()
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

/** One recorded request on its way to an upstream and back. */
class Invocation {
  readonly #core: GatewayCore
  readonly #exchange: Exchange
  readonly #record: RequestRecord
  readonly #request: ChatRequest
  readonly #caller: Caller
  readonly #prepared: PreparedChat
  readonly #span: ChatSpan
  readonly #calls: UpstreamCalls
  readonly #sentAt = performance.now()
  #answeredAt = 0
  #lastAsked: Target | undefined
  #facts = new CompletionFacts()

  constructor(
    core: GatewayCore,
    exchange: Exchange,
    record: RequestRecord,
    request: ChatRequest,
    caller: Caller,
    prepared: PreparedChat,
  ) {
    this.#core = core
    this.#exchange = exchange
    this.#record = record
    this.#request = request
    this.#caller = caller
    this.#prepared = prepared
    this.#span = startChatSpan(rowModel(request.model), prepared.form, record.trace)
    this.#calls = new UpstreamCalls({
      targets: prepared.targets,
      bodyFor: prepared.bodyFor,
      headers: ['x-request-id', record.requestId, ...this.#span.headers],
      maxResponseBytes: core.limits.maxResponseBytes,
      stream: request.stream,
      reply: exchange.reply,
      onCallEnd: (target, error, durationMs) => {
        this.#lastAsked = target
        record.upstream = target.pool.name
        core.metrics.countAttempt(target.pool.name, error && wireCode(error.code), durationMs)
        // A caller that left, or a gateway that ends, is no alarm about the upstream.
        if (error === undefined || !error.code.startsWith('ERR_GATEWAY_UPSTREAM_')) return
        core.emit({
          type: 'upstream_failed',
          severity: 'warn',
          requestId: record.requestId,
          upstream: target.pool.name,
          code: wireCode(error.code),
          status: 'status' in error.detail ? error.detail.status : null,
          reason: reasonOf(error),
          attempt: this.#calls.attempts,
        })
      },
    })
  }

  /** @throws the failure, after its row was written. */
  async run(): Promise<void> {
    const { reply } = this.#exchange
    startWork(this.#record, this.#calls)
    reply.onGone(() => this.#calls.abort(failure('ERR_GATEWAY_CLIENT_CLOSED', {})))
    try {
      this.#facts = await this.#calls.answer((answer) => this.#relay(answer))
    } catch (error) {
      const known = asGatewayError(error)
      this.#span.fail(wireCode(known.code))
      // A member behind the spread would be a new map to V8 each time, and every later access to such objects a search.
      await this.#core.audit.append('invocation_failed', {
        reason: wireCode(known.code),
        ...this.#outcome(statusOf(known)),
      })
      throw error
    }
    this.#span.succeed(this.#record.upstream ?? '', this.#facts)
    // The answer is out and needs no row to go with it.
    this.#core.audit.appendLater('invocation', {
      finish_reasons: this.#facts.finishReasons,
      ...this.#outcome(200),
    })
  }

  #relay(answer: UpstreamAnswer): Promise<CompletionFacts> {
    this.#answeredAt = performance.now()
    const { form, fenced } = this.#prepared
    const watch =
      fenced.fencedParts > 0
        ? watchToolCalls(this.#core, this.#record, this.#caller, this.#prepared)
        : undefined
    const shared = {
      upstream: answer.target.pool.name,
      form,
      badgeField: this.#core.names.badgeField,
      toolPolicy: watch?.policy,
      refusalsRecorded: watch?.recorded,
      headers: this.#headers,
    }
    if (answer.kind === 'json') {
      return relayJson(this.#exchange, { completion: answer.completion, ...shared })
    }
    const { maxResponseBytes: maxLength } = this.#core.limits
    return relayStream(this.#exchange, { call: answer.call, maxLength, ...shared })
  }

  readonly #headers = (): readonly string[] => {
    const { form, fenced } = this.#prepared
    const ownMs = this.#sentAt - this.#record.startedAt + (performance.now() - this.#answeredAt)
    return [
      ...form.headers,
      'X-Request-Id',
      this.#record.requestId,
      'X-Cordon-Fenced-Parts',
      String(fenced.fencedParts),
      'Server-Timing',
      `cordon;dur=${ownMs.toFixed(2)}`,
    ]
  }

  #outcome(status: number) {
    const { requestId, trace, tenant, personaHandle, upstream, fencedParts, startedAt } = this.#record
    const asked = this.#lastAsked
    return {
      persona_handle: personaHandle,
      request_id: requestId,
      trace_id: trace?.traceId ?? null,
      tenant: tenant ?? '',
      upstream,
      model: rowModel(asked?.model ?? this.#request.model),
      status,
      stream: this.#request.stream,
      attempts: this.#calls.attempts,
      system_messages: asked?.pool.systemMessages ?? 'separate',
      fenced_parts: fencedParts,
      duration_ms: Math.round(performance.now() - startedAt),
      prompt_tokens: this.#facts.promptTokens ?? null,
      completion_tokens: this.#facts.completionTokens ?? null,
    }
  }
}
