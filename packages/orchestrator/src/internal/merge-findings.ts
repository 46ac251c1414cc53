import { type AgentOutput, type Finding, SEVERITIES } from '../agent-output.ts'
import type { MergedFinding } from '../consensus.ts'
import { cleanTitle } from './clean-title.ts'
import { foldCase } from './fold-case.ts'

/**
 * Returns all findings, those with the same title (NFKC, full case folding) merged, most severe first.
 *
 * The first title stays; the worst severity wins and brings its detail. The order is stable.
 */
export function mergeFindings(outputs: readonly AgentOutput<string>[]): MergedFinding[] {
  const merged = new Map<string, MergedFinding>()
  for (const { agent, findings } of outputs) {
    for (const finding of findings) {
      const key = foldCase(cleanTitle(finding.title).normalize('NFKC'))
      const known = merged.get(key)
      merged.set(key, known === undefined ? { ...finding, sources: [agent] } : join(known, finding, agent))
    }
  }
  return [...merged.values()].sort((a, b) => rank(a) - rank(b))
}

function join(known: MergedFinding, finding: Finding, agent: string): MergedFinding {
  const sources = [...known.sources, agent]
  if (rank(finding) >= rank(known)) return { ...known, sources }
  return { ...known, severity: finding.severity, detail: finding.detail, sources }
}

// A severity that validation did not see sorts last.
function rank({ severity }: Finding): number {
  const index = SEVERITIES.indexOf(severity)
  return index === -1 ? SEVERITIES.length : index
}
