import type { AgentOutput } from '../contract/agent-output.ts'
import { assertConsensus, assertOutputs } from '../contract/assert-outputs.ts'
import type { Consensus, MergedFinding } from '../contract/consensus.ts'
import { padCodePoints } from '../text/code-points.ts'
import { displayNameOf } from './display-name.ts'
import { type FormatOptions, formatBanner } from './format-banner.ts'

const MARKERS: ReadonlyMap<string, string> = new Map([
  ['critical', '[!!!]'],
  ['warning', '[!!]'],
  ['info', '[i]'],
])

/**
 * Returns the report as text: the banner, then findings, dissent, conditions and recommended actions.
 *
 * Byte for byte the reference program's; no final line break. Texts are inserted as they are: whoever calls this
 * with a model's words makes them inert first, as `analyze` does.
 *
 * @throws TypeError when an argument is not of its form.
 */
export function formatReport(
  outputs: readonly AgentOutput<string>[],
  consensus: Consensus,
  options: FormatOptions = {},
): string {
  assertOutputs(outputs)
  assertConsensus(consensus, ['consensus', 'findings', 'dissent', 'conditions', 'recommendations'])
  const nameOf = (agent: string): string => displayNameOf(agent, options.titles)[0]
  const titleOf = (agent: string): string => displayNameOf(agent, options.titles)[1]
  return [
    `${formatBanner(outputs, consensus, options)}\n`,
    ...section('Key Findings', consensus.findings.map(formatFinding)),
    ...section(
      'Dissenting Opinion',
      consensus.dissent.map(({ agent, summary }) => `**${nameOf(agent)} (${titleOf(agent)})**: ${summary}`),
    ),
    ...section(
      'Conditions for Approval',
      consensus.conditions.map(({ agent, condition }) => `- **${nameOf(agent)}**: ${condition}`),
    ),
    '## Recommended Actions',
    // In seat order: an object would put names that look like numbers first.
    ...outputs.map(
      ({ agent }) => `- **${nameOf(agent)}** (${titleOf(agent)}): ${consensus.recommendations[agent]}`,
    ),
  ].join('\n')
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${heading}`, ...lines, '']
}

function formatFinding({ severity, title, sources }: MergedFinding): string {
  const marker = (MARKERS.get(severity) ?? '[?]').padEnd(5)
  const label = padCodePoints(`**[${severity.toUpperCase()}]**`, 14)
  return `${marker} ${label} ${title} _(from ${sources.join(', ')})_`
}
