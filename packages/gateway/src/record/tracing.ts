import type { Attributes } from '@opentelemetry/api'
import type { TraceContext } from '../http/request-id.ts'
import type { PersonaForm } from '../persona/persona-form.ts'
import type { CompletionFacts } from '../protocol/completion-facts.ts'
import type { JsonObject } from '../protocol/json-object.ts'
import type { MergedHints } from '../request/merge-hints.ts'
import { rowModel, type Target } from '../upstream/model-directory.ts'
import { GEN_AI, GEN_AI_NUMBERS } from './genai-attributes.ts'
import { openTelemetry } from './opentelemetry.ts'

/** The span of one chat completion. */
export interface ChatSpan {
  /** Trace headers for the upstream, flat: this span's when an SDK runs, else the caller's own. */
  readonly headers: readonly string[]
  /** Both take the last one that was asked, if any was. */
  succeed(asked: Target | undefined, facts: CompletionFacts): void
  fail(asked: Target | undefined, code: string): void
}

/** What a span tells of a request. */
export interface TracedChat {
  readonly form: PersonaForm
  /** The first is asked first. */
  readonly targets: readonly Target[]
  readonly request: { readonly fields: JsonObject; readonly stream: boolean }
  readonly hints: MergedHints
}

/**
 * Returns the span of a request, a child of the server's own span where there is one, else of the caller's. Without an
 * OpenTelemetry SDK it records nothing. Prompts and answers are never attributes, nor is a model whose name is not of the
 * form.
 */
export function startChatSpan(chat: TracedChat, traceContext: TraceContext | undefined): ChatSpan {
  const given = carrierOf(traceContext)
  const api = openTelemetry()
  if (api === undefined) return { headers: Object.entries(given).flat(), succeed() {}, fail() {} }
  const { context, propagation, SpanKind, SpanStatusCode, trace } = api
  const active = context.active()
  const parent = trace.getSpan(active) === undefined ? propagation.extract(active, given) : active
  const attributes = requestAttributes(chat)
  const span = trace
    .getTracer('@cordon/gateway')
    .startSpan(
      ['chat', attributes[GEN_AI.requestModel]].filter(Boolean).join(' '),
      { kind: SpanKind.CLIENT, attributes },
      parent,
    )
  const carrier = span.isRecording() ? {} : given
  if (span.isRecording()) propagation.inject(trace.setSpan(parent, span), carrier)
  return {
    headers: Object.entries(carrier).flat(),
    succeed(asked, facts) {
      span.setAttributes({ ...targetAttributes(asked), ...answerAttributes(facts) })
      span.end()
    },
    fail(asked, code) {
      span.setAttributes({ ...targetAttributes(asked), [GEN_AI.errorType]: code })
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

function requestAttributes({ form: { persona }, targets, request, hints }: TracedChat): Attributes {
  const fields: JsonObject = { ...request.fields, ...hints }
  const numbers = GEN_AI_NUMBERS.flatMap(([field, attribute]) => {
    const value = fields[field]
    return typeof value === 'number' ? [[attribute, value] as const] : []
  })
  return {
    [GEN_AI.operationName]: 'chat',
    ...targetAttributes(targets[0]),
    ...(request.stream && { [GEN_AI.requestStream]: true }),
    ...Object.fromEntries(numbers),
    [GEN_AI.agentName]: persona.id,
    [GEN_AI.agentId]: persona.handle,
    [GEN_AI.agentVersion]: persona.version,
  }
}

function targetAttributes(target: Target | undefined): Attributes {
  if (target === undefined) return {}
  const model = rowModel(target.model)
  return {
    [GEN_AI.providerName]: target.pool.name,
    ...(model === null ? {} : { [GEN_AI.requestModel]: model }),
  }
}

function answerAttributes({ finishReasons, promptTokens, completionTokens }: CompletionFacts): Attributes {
  return {
    [GEN_AI.finishReasons]: [...finishReasons],
    ...(promptTokens === undefined ? {} : { [GEN_AI.inputTokens]: promptTokens }),
    ...(completionTokens === undefined ? {} : { [GEN_AI.outputTokens]: completionTokens }),
  }
}

function carrierOf(traceContext: TraceContext | undefined): Record<string, string> {
  if (traceContext === undefined) return {}
  const { traceparent, tracestate } = traceContext
  return tracestate === undefined ? { traceparent } : { traceparent, tracestate }
}
