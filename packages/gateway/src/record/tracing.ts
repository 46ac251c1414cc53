import type { Attributes } from '@opentelemetry/api'
import type { TraceContext } from '../http/request-id.ts'
import type { PersonaForm } from '../persona/persona-form.ts'
import type { CompletionFacts } from '../protocol/completion-facts.ts'
import { GEN_AI } from './genai-attributes.ts'
import { openTelemetry } from './opentelemetry.ts'

/** The span of one chat completion. */
export interface ChatSpan {
  /** Trace headers for the upstream, flat: this span's when an SDK runs, else the caller's own. */
  readonly headers: readonly string[]
  succeed(upstream: string, facts: CompletionFacts): void
  fail(code: string): void
}

/**
 * Returns the span of a request, a child of the server's own span where there is one, else of the caller's; `model` is
 * null where its name is not of the form. Without an OpenTelemetry SDK it records nothing. Prompts and answers are never
 * attributes.
 */
export function startChatSpan(
  model: string | null,
  form: PersonaForm,
  traceContext: TraceContext | undefined,
): ChatSpan {
  const given = carrierOf(traceContext)
  const api = openTelemetry()
  if (api === undefined) return { headers: Object.entries(given).flat(), succeed() {}, fail() {} }
  const { context, propagation, SpanKind, SpanStatusCode, trace } = api
  const active = context.active()
  const parent = trace.getSpan(active) === undefined ? propagation.extract(active, given) : active
  const span = trace
    .getTracer('@cordon/gateway')
    .startSpan(
      model === null ? 'chat' : `chat ${model}`,
      { kind: SpanKind.CLIENT, attributes: requestAttributes(model, form) },
      parent,
    )
  const carrier = span.isRecording() ? {} : given
  if (span.isRecording()) propagation.inject(trace.setSpan(parent, span), carrier)
  return {
    headers: Object.entries(carrier).flat(),
    succeed(upstream, facts) {
      span.setAttributes(answerAttributes(upstream, facts))
      span.end()
    },
    fail(code) {
      span.setAttribute(GEN_AI.errorType, code)
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

function requestAttributes(model: string | null, { persona }: PersonaForm): Attributes {
  return {
    [GEN_AI.operationName]: 'chat',
    ...(model === null ? {} : { [GEN_AI.requestModel]: model }),
    [GEN_AI.agentName]: persona.id,
    [GEN_AI.agentId]: persona.handle,
    [GEN_AI.agentVersion]: persona.version,
  }
}

function answerAttributes(upstream: string, facts: CompletionFacts): Attributes {
  const { finishReasons, promptTokens, completionTokens } = facts
  return {
    [GEN_AI.providerName]: upstream,
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
