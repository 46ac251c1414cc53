import type { Completion, CompletionRequest, LlmProvider } from '@cordon/orchestrator'
import { answerOf } from './outputs.ts'

export type Script = (
  request: CompletionRequest,
  signal: AbortSignal,
) => Completion | string | Promise<Completion | string>

export interface ScriptedProvider extends LlmProvider {
  /** What was asked, in order. */
  readonly requests: CompletionRequest[]
}

/** A provider that answers by a script; without one it approves in the name of whoever asks. */
export function scriptedProvider(script: Script = ({ agent }) => answerOf(agent)): ScriptedProvider {
  const requests: CompletionRequest[] = []
  return {
    name: 'scripted',
    model: 'model-1',
    requests,
    async complete(request, { signal }) {
      requests.push(request)
      const answer = await script(request, signal)
      return typeof answer === 'string' ? { text: answer, finishReason: 'stop' } : answer
    },
  }
}

/** Resolves when the signal aborts, with what it was aborted for. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
