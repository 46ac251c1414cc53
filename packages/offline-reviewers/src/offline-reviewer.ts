import type { LlmProvider } from '@cordon/orchestrator'
import type { Analysis, AnalysisInput } from './analysis.ts'
import { type AnalysisThread, createAnalysisThread } from './analysis-thread.ts'
import { readFencedContent } from './read-fenced-content.ts'
import { LENSES, MODES } from './rules/rule.ts'
import { writeVerdict } from './write-verdict.ts'

/** A provider for every seat, and the thread behind it; an idle one ends with the process. */
export interface OfflineReviewer extends LlmProvider, AsyncDisposable {
  /** Ends the thread; what is under way rejects with `ERR_OFFLINE_REVIEWERS_CLOSED`. May be called again. */
  close(): Promise<void>
}

interface SharedAnalysis {
  readonly result: Promise<Analysis>
  readonly controller: AbortController
  waitingSeats: number
  settled: boolean
}

/**
 * Returns a provider that reviews by fixed rules, without a model, a network or a key.
 *
 * The same prompt gives the same bytes. The fenced block is analysed once for all seats, in a worker thread of at most
 * 576 MiB of heap. A seat whose signal aborts rejects at once with the signal's reason; when no seat waits any more,
 * the thread ends. `maxTokens`, `temperature`, `system` and `responseSchema` change nothing.
 *
 * `complete` rejects with an `OfflineReviewerError`: `ERR_OFFLINE_REVIEWERS_PROMPT` without a fenced block,
 * `ERR_OFFLINE_REVIEWERS_MEMORY` at the memory limit, `ERR_OFFLINE_REVIEWERS_FAILED` when the analysis broke off,
 * `ERR_OFFLINE_REVIEWERS_CLOSED` once closed. With a TypeError for an agent or a mode that there is not: no rule would
 * speak, and silence approves.
 */
export function offlineReviewer(): OfflineReviewer {
  const thread = createAnalysisThread()
  const { analyze, clear } = shareAnalyses(thread)
  const close = (): Promise<void> => {
    clear()
    return thread.close()
  }
  return {
    name: 'offline',
    model: 'offline',
    async complete({ agent, mode, prompt }, { signal }) {
      assertOneOf(agent, 'agent', LENSES)
      assertOneOf(mode, 'mode', MODES)
      signal.throwIfAborted()
      const analysis = await analyze({ mode, content: readFencedContent(prompt) }, signal)
      signal.throwIfAborted()
      return { text: writeVerdict(agent, mode, analysis), finishReason: 'stop', model: 'offline' }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function assertOneOf(value: unknown, name: string, allowed: readonly unknown[]): void {
  if (!allowed.includes(value)) {
    throw new TypeError(`"${name}" expected one of ${allowed.join(', ')}, got another`)
  }
}

/** One analysis for the seats of a run: they ask at the same time, or one after the other for the same content. */
function shareAnalyses(thread: AnalysisThread): {
  readonly analyze: (input: AnalysisInput, signal: AbortSignal) => Promise<Analysis>
  readonly clear: () => void
} {
  const analyses = new Map<string, SharedAnalysis>()

  const start = (key: string, input: AnalysisInput): SharedAnalysis => {
    const controller = new AbortController()
    const result = thread.run(input, controller.signal)
    const shared: SharedAnalysis = { result, controller, waitingSeats: 0, settled: false }
    analyses.set(key, shared)
    result.then(
      () => {
        // Only the last finished analysis is kept, so that a long-lived reviewer does not grow.
        for (const [other, { settled }] of analyses) if (settled) analyses.delete(other)
        shared.settled = true
      },
      () => {
        shared.settled = true
        if (analyses.get(key) === shared) analyses.delete(key)
      },
    )
    return shared
  }

  const analyze = async (input: AnalysisInput, signal: AbortSignal): Promise<Analysis> => {
    const key = `${input.mode}\n${input.content}`
    const shared = analyses.get(key) ?? start(key, input)
    shared.waitingSeats += 1
    try {
      return await abortable(shared.result, signal)
    } finally {
      shared.waitingSeats -= 1
      if (shared.waitingSeats === 0 && !shared.settled) {
        analyses.delete(key)
        shared.controller.abort()
      }
    }
  }

  return { analyze, clear: () => analyses.clear() }
}

async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const listener = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { signal: listener.signal })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    listener.abort()
  }
}
