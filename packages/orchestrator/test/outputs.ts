import type { AgentName, AgentOutput } from '@cordon/orchestrator'

/** A verdict that passes every check. */
export function outputOf(agent: AgentName, changes: Partial<AgentOutput> = {}): AgentOutput {
  return {
    agent,
    verdict: 'approve',
    confidence: 0.8,
    summary: `${agent} summary`,
    reasoning: `${agent} reasoning`,
    findings: [],
    recommendation: `${agent} recommendation`,
    ...changes,
  }
}

/** The same, as a model would answer it. */
export function answerOf(agent: AgentName, changes: Partial<AgentOutput> = {}): string {
  return `Some thoughts.\n<MAGI_VERDICT>\n${JSON.stringify(outputOf(agent, changes))}\n</MAGI_VERDICT>`
}
