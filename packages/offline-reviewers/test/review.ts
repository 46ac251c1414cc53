import type { OfflineReviewer } from '@cordon/offline-reviewers'
import { type AgentOutput, parseAgentOutput } from '@cordon/orchestrator'

export const agents = ['melchior', 'balthasar', 'caspar'] as const
export type Agent = (typeof agents)[number]
export type Mode = 'code-review' | 'design' | 'analysis'

const nonce = '00112233445566778899aabbccddeeff'

/** The wire format of the user prompt, written out: these tests must not depend on who builds it. */
export const promptFor = (mode: Mode, content: string): string =>
  `MODE: ${mode}\n---BEGIN USER CONTEXT ${nonce}---\n${content}\n---END USER CONTEXT ${nonce}---`

export const requestFor = (agent: Agent, mode: Mode, content: string) => ({
  agent,
  mode,
  system: '',
  prompt: promptFor(mode, content),
  maxTokens: 16_384,
})

export const neverAborted = (): { signal: AbortSignal } => ({ signal: new AbortController().signal })

/** The three answers, read as the council reads them. */
export async function reviewWith(
  reviewer: OfflineReviewer,
  content: string,
  mode: Mode = 'code-review',
): Promise<Readonly<Record<Agent, AgentOutput>>> {
  const outputs = await Promise.all(
    agents.map(async (agent) => {
      const { text } = await reviewer.complete(requestFor(agent, mode, content), neverAborted())
      return [agent, parseAgentOutput(text, { agent })] as const
    }),
  )
  return Object.fromEntries(outputs) as Record<Agent, AgentOutput>
}

/** `place rule` of every finding, from what a reader of the report sees. */
export const placesOf = ({ findings }: AgentOutput): readonly string[] =>
  findings.map(({ title, detail }) => {
    const place = /^(Line \d+|\S+:\d+): /.exec(title)?.[1]
    return `${place} ${/\(offline rule ([^)]+)\)$/.exec(detail)?.[1]}`
  })
