import type { AgentOutput, Verdict } from '../contract/agent-output.ts'
import { assertOutputs } from '../contract/assert-outputs.ts'
import type { Consensus } from '../contract/consensus.ts'
import { MagiError } from '../contract/errors.ts'
import { capitalize } from '../text/capitalize.ts'
import { mergeFindings } from './merge-findings.ts'
import { roundConfidence } from './round-confidence.ts'

/** Verdicts that a decision needs. */
export const REQUIRED_AGENTS = 2

const WEIGHTS: ReadonlyMap<Verdict, number> = new Map([
  ['approve', 1],
  ['conditional', 0.5],
  ['reject', -1],
])
const EPSILON = 1e-9

type Outputs = readonly AgentOutput<string>[]

/**
 * Returns what the given verdicts decide, by arithmetic alone.
 *
 * The score is the mean of the weights (approve 1, conditional 0.5, reject −1). Above zero the side of the approvers
 * and the conditional carries; otherwise, ties included, the rejecters do. The confidence is the carrying side's sum
 * over all seats, times (|score| + 1) / 2, to two places with exact ties to even. See ADR 006.
 *
 * @throws {@link MagiError} `ERR_MAGI_INSUFFICIENT_AGENTS` for fewer than two outputs, `ERR_MAGI_DUPLICATE_AGENT`
 * when two bear one name. TypeError when `outputs` is no list.
 */
export function determineConsensus(outputs: Outputs): Consensus {
  assertOutputs(outputs)
  checkSeats(outputs)
  const score = sum(outputs.map(({ verdict }) => WEIGHTS.get(verdict) ?? -1)) / outputs.length
  const verdict = verdictOf(outputs, score)
  const carries = ({ verdict: vote }: AgentOutput<string>): boolean =>
    (vote !== 'reject') === (verdict !== 'reject')
  const majority = outputs.filter(carries)
  const dissent = outputs.filter((output) => !carries(output))
  const confidence =
    (sum(majority.map((output) => output.confidence)) / outputs.length) * ((Math.abs(score) + 1) / 2)
  return {
    consensus: labelOf(score, verdict, `(${majority.length}-${dissent.length})`),
    consensus_verdict: verdict,
    confidence: roundConfidence(Math.min(1, Math.max(0, confidence))),
    votes: Object.fromEntries(outputs.map(({ agent, verdict: vote }) => [agent, vote])),
    majority_summary: majority.map(({ agent, summary }) => `${capitalize(agent)}: ${summary}`).join(' | '),
    dissent: dissent.map(({ agent, summary, reasoning }) => ({ agent, summary, reasoning })),
    findings: mergeFindings(outputs),
    conditions: outputs
      .filter(({ verdict: vote }) => vote === 'conditional')
      .map(({ agent, summary }) => ({ agent, condition: summary })),
    recommendations: Object.fromEntries(outputs.map(({ agent, recommendation }) => [agent, recommendation])),
  }
}

function checkSeats(outputs: Outputs): void {
  const count = outputs.length
  if (count < REQUIRED_AGENTS) {
    throw new MagiError('ERR_MAGI_INSUFFICIENT_AGENTS', `${count} of ${REQUIRED_AGENTS} required verdicts`, {
      succeeded: count,
      required: REQUIRED_AGENTS,
      failures: {},
    })
  }
  if (new Set(outputs.map(({ agent }) => agent)).size < count) {
    throw new MagiError('ERR_MAGI_DUPLICATE_AGENT', 'two outputs bear the same agent name', { count })
  }
}

function verdictOf(outputs: Outputs, score: number): Verdict {
  if (score <= EPSILON) return 'reject'
  return outputs.some(({ verdict }) => verdict === 'conditional') ? 'conditional' : 'approve'
}

function labelOf(score: number, verdict: Verdict, split: string): string {
  if (score >= 1 - EPSILON) return 'STRONG GO'
  if (score <= EPSILON - 1) return 'STRONG NO-GO'
  if (Math.abs(score) <= EPSILON) return 'HOLD -- TIE'
  if (verdict === 'conditional') return `GO WITH CAVEATS ${split}`
  return `${verdict === 'approve' ? 'GO' : 'HOLD'} ${split}`
}

// A plain left fold: the order of the additions is part of the result.
function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
