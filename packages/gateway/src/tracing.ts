import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { CompletionFacts } from './completion-facts.ts'
import { GEN_AI } from './genai-attributes.ts'
import type { PersonaForm } from './persona-form.ts'
import type { TraceContext } from './request-id.ts'

/** The span of one chat completion. */
export interface ChatSpan {
  /** Trace headers for the upstream, flat: this span's when an SDK runs, else the caller's own. */
  readonly headers: readonly string[]
  succeed(upstream: string, facts: CompletionFacts): void
  fail(code: string): void
}

/**
 * Returns the span of a request, a child of the caller's; `model` is null where its name is not of the form. Without an OpenTelemetry SDK it records nothing. Prompts and
 * answers are never attributes.
 */
export function startChatSpan(
  model: string | null,
  { persona }: PersonaForm,
  traceContext: TraceContext | undefined,
): ChatSpan {
  const parent = traceContext
    ? propagation.extract(context.active(), carrierOf(traceContext))
    : context.active()
  const span = trace.getTracer('@cordon/gateway').startSpan(
    model === null ? 'chat' : `chat ${model}`,
    {
      kind: SpanKind.CLIENT,
      attributes: {
        [GEN_AI.operationName]: 'chat',
        ...(model === null ? {} : { [GEN_AI.requestModel]: model }),
        [GEN_AI.agentName]: persona.id,
        [GEN_AI.agentId]: persona.handle,
        [GEN_AI.agentVersion]: persona.version,
      },
    },
    parent,
  )
  return {
    headers: span.isRecording() ? injected(span, parent) : headersOf(carrierOf(traceContext)),
    succeed(upstream, facts) {
      span.setAttribute(GEN_AI.providerName, upstream)
      span.setAttribute(GEN_AI.finishReasons, [...facts.finishReasons])
      if (facts.promptTokens !== undefined) span.setAttribute(GEN_AI.inputTokens, facts.promptTokens)
      if (facts.completionTokens !== undefined) span.setAttribute(GEN_AI.outputTokens, facts.completionTokens)
      span.end()
    },
    fail(code) {
      span.setAttribute(GEN_AI.errorType, code)
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

function injected(span: Span, parent: ReturnType<typeof context.active>): string[] {
  const carrier: Record<string, string> = {}
  propagation.inject(trace.setSpan(parent, span), carrier)
  return headersOf(carrier)
}

function carrierOf(traceContext: TraceContext | undefined): Record<string, string> {
  if (traceContext === undefined) return {}
  const { traceparent, tracestate } = traceContext
  return tracestate === undefined ? { traceparent } : { traceparent, tracestate }
}

function headersOf(carrier: Readonly<Record<string, string>>): string[] {
  return Object.entries(carrier).flat()
}
