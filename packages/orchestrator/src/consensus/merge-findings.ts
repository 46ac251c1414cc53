import { type AgentOutput, type Finding, SEVERITIES } from '../contract/agent-output.ts'
import type { MergedFinding } from '../contract/consensus.ts'
import { cleanTitle } from '../text/clean-title.ts'
import { foldCase } from '../text/fold-case.ts'

/**
 * Returns all findings, those with the same title (NFKC, full case folding) merged, most severe first.
 *
 * The first title stays; the worst severity wins and brings its detail. The order is stable.
 */
export function mergeFindings(outputs: readonly AgentOutput<string>[]): MergedFinding[] {
  const merged = new Map<string, Finding & { readonly sources: string[] }>()
  for (const { agent, findings } of outputs) {
    for (const finding of findings) {
      const key = foldCase(cleanTitle(finding.title).normalize('NFKC'))
      const known = merged.get(key) ?? { ...finding, sources: [] }
      known.sources.push(agent)
      const { severity, detail } = rank(finding) < rank(known) ? finding : known
      merged.set(key, { ...known, severity, detail })
    }
  }
  return [...merged.values()].sort((a, b) => rank(a) - rank(b))
}

// A severity that validation did not see sorts last.
function rank({ severity }: Finding): number {
  const index = SEVERITIES.indexOf(severity)
  return index === -1 ? SEVERITIES.length : index
}
