import { AGENT_NAMES, type AgentName, builtInPrompt } from '@cordon/orchestrator'
import type { ModelRequest } from './model-server.ts'

/** Tells whose seat a request comes from: each is sent its own built-in prompt. */
export function agentOf(request: ModelRequest): AgentName {
  const agent = AGENT_NAMES.find((name) => request.system === builtInPrompt(name))
  if (agent === undefined) throw new Error('a request without a built-in prompt')
  return agent
}

/** Writes an answer as a model would: an approval, or what `change` makes of it, with prose around the block. */
export function verdict(agent: string, change: Record<string, unknown> = {}): string {
  const body = {
    agent,
    verdict: 'approve',
    confidence: 0.9,
    summary: `${agent} read it`,
    reasoning: 'It holds.',
    findings: [],
    recommendation: 'Merge it.',
    ...change,
  }
  return `Let me think.\n<MAGI_VERDICT>\n${JSON.stringify(body)}\n</MAGI_VERDICT>\nThat is all.`
}
