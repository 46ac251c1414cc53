import type { Mode } from '@cordon/prompt'
import { makeInert } from '../answer/make-inert.ts'
import { parseAgentOutput } from '../answer/parse-agent-output.ts'
import { readVerdictBlock } from '../answer/read-verdict-block.ts'
import { VERDICT_SCHEMA } from '../answer/verdict-schema.ts'
import type { AgentOutput } from '../contract/agent-output.ts'
import type { AgentName } from '../contract/agents.ts'
import { MagiError, type SeatFailure } from '../contract/errors.ts'
import type { Completion, CompletionUsage, LlmProvider } from '../contract/llm-provider.ts'
import type { RunListener } from '../contract/run-event.ts'
import { describeProviderError } from '../providers/describe-provider-error.ts'
import type { SeatModel, SeatUsage } from '../report/magi-report.ts'
import { withDeadline } from './with-deadline.ts'
import { withRetries } from './with-retries.ts'

/** One place in the council. It knows no mode until it runs. */
export interface Seat {
  readonly agent: AgentName
  readonly provider: LlmProvider
  /** Who is asked, read from the provider once. */
  readonly model: SeatModel
}

/** What one run asks of a seat. */
export interface SeatTask {
  readonly mode: Mode
  readonly system: string
  readonly prompt: string
  readonly maxTokens: number
  readonly temperature: number | undefined
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly emit: RunListener
}

export interface SeatResult {
  readonly agent: AgentName
  readonly model: SeatModel
  readonly usage?: SeatUsage
  readonly outcome: AgentOutput | SeatFailure
}

/**
 * Returns a seat's verdict, or why it has none. A failure is data: this never rejects, not even when the caller
 * aborts; whoever runs the seats looks at the signal when they have settled.
 */
export async function runSeat(seat: Seat, task: SeatTask): Promise<SeatResult> {
  const { agent, model } = seat
  const { emit } = task
  const started = performance.now()
  emit({ type: 'seat-start', agent, ...model })
  let answer: Answer | undefined
  let outcome: AgentOutput | SeatFailure
  try {
    answer = readCompletion(await complete(seat, task))
    outcome = makeInert(parseAgentOutput(answer.text, { agent, systemPrompt: task.system }))
    assertWhole(answer)
  } catch (error) {
    outcome = failureOf(error, answer)
  }
  const durationMs = performance.now() - started
  if ('verdict' in outcome) {
    emit({ type: 'seat-end', agent, verdict: outcome.verdict, confidence: outcome.confidence, durationMs })
  } else {
    emit({ type: 'seat-failed', agent, durationMs, ...outcome })
  }
  return {
    agent,
    model: { ...model, ...(answer?.model && { model: answer.model }) },
    ...(answer?.usage && { usage: answer.usage }),
    outcome,
  }
}

function complete({ agent, provider }: Seat, task: SeatTask): Promise<Completion> {
  const { mode, system, prompt, maxTokens, temperature, timeoutMs, emit } = task
  const request = Object.freeze({
    agent,
    mode,
    system,
    prompt,
    maxTokens,
    ...(temperature !== undefined && { temperature }),
    responseSchema: VERDICT_SCHEMA,
  })
  return withDeadline(timeoutMs, task.signal, (signal) =>
    withRetries(async () => provider.complete(request, { signal }), {
      signal,
      budgetMs: timeoutMs,
      onRetry: (attempt, delayMs) => emit({ type: 'seat-retry', agent, attempt, delayMs }),
    }),
  )
}

/** What is used of a completion. A provider's object is read once, here: a getter that throws fails the seat alone. */
interface Answer {
  readonly text: string
  readonly finishReason: unknown
  readonly model: string | undefined
  readonly usage: SeatUsage | undefined
}

function readCompletion(completion: Completion): Answer {
  const { text, finishReason, model, usage } = Object(completion) as Partial<Completion>
  if (typeof text !== 'string') {
    throw new MagiError('ERR_MAGI_PROVIDER', 'the provider answered without a text', {})
  }
  return { text, finishReason, model: modelOf(model), usage: usageOf(usage) }
}

/** A cut answer counts if its verdict is its end: one with text behind it may be a quotation, its own verdict cut off. */
function assertWhole(answer: Answer): void {
  if (cutShort(answer) === '' || /^[\s`~]*$/.test(readVerdictBlock(answer.text)?.after ?? '')) return
  throw new MagiError('ERR_MAGI_INVALID_OUTPUT', 'the answer goes on behind its verdict block', {
    reason: 'ambiguous_block',
  })
}

function failureOf(error: unknown, answer: Answer | undefined): SeatFailure {
  try {
    if (!MagiError.isInstance(error)) return { reason: 'provider', message: describeProviderError(error) }
    if (error.code === 'ERR_MAGI_TIMEOUT') return { reason: 'timeout', message: error.message }
    if (error.code !== 'ERR_MAGI_INVALID_OUTPUT') return { reason: 'provider', message: error.message }
    return { reason: error.detail.reason, message: error.message + cutShort(answer) }
  } catch {
    // An error is a stranger's object too: looking at it may throw.
    return { reason: 'provider', message: 'the provider failed' }
  }
}

function cutShort(answer: Answer | undefined): string {
  if (answer?.finishReason === 'length') return '; the answer was cut short by its token limit'
  if (answer?.finishReason === 'content-filter')
    return "; the answer was stopped by the provider's content filter"
  return ''
}

// Both come from outside: a model's name is shown only when it looks like one, a count only when it is one.
function modelOf(model: unknown): string | undefined {
  return typeof model === 'string' && /^[\w.:/@+-]{1,128}$/.test(model) ? model : undefined
}

function usageOf(usage: CompletionUsage | undefined): SeatUsage | undefined {
  const input = countOf(usage?.inputTokens)
  const output = countOf(usage?.outputTokens)
  return input === null && output === null ? undefined : { input_tokens: input, output_tokens: output }
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}
