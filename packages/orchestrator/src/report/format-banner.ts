import { roundPercent } from '../consensus/round-confidence.ts'
import type { AgentOutput } from '../contract/agent-output.ts'
import { assertConsensus, assertOutputs } from '../contract/assert-outputs.ts'
import type { Consensus } from '../contract/consensus.ts'
import { padCodePoints } from '../text/code-points.ts'
import { type AgentTitles, displayNameOf } from './display-name.ts'

/** Columns between the two borders. */
const INNER_WIDTH = 50
const ELLIPSIS = '...'
const BORDER = `+${'='.repeat(INNER_WIDTH)}+`
const HEADING = `|${' '.repeat(14)}MAGI SYSTEM -- VERDICT${' '.repeat(14)}|`

export interface FormatOptions {
  /** Display name and title of agents, in place of the built-in ones. */
  readonly titles?: AgentTitles
}

/**
 * Returns the banner: one row for each verdict, one for the consensus; 52 code points wide, no final line break.
 *
 * Byte for byte the reference program's. Rows are as wide as the longest label, so one long title cuts all of them.
 *
 * @throws TypeError when an argument is not of its form.
 */
export function formatBanner(
  outputs: readonly AgentOutput<string>[],
  consensus: Pick<Consensus, 'consensus'>,
  options: FormatOptions = {},
): string {
  assertOutputs(outputs)
  assertConsensus(consensus, ['consensus'])
  const labels = outputs.map(({ agent }) => {
    const [name, title] = displayNameOf(agent, options.titles)
    return `${name} (${title}):`
  })
  const labelWidth = Math.max(0, ...labels.map((label) => [...label].length))
  const rows = outputs.map(({ verdict, confidence }, index) =>
    fitRow(
      `  ${padCodePoints(labels[index] ?? '', labelWidth)}`,
      ` ${verdict.toUpperCase()} (${roundPercent(confidence)}%)`,
    ),
  )
  return [
    BORDER,
    HEADING,
    BORDER,
    ...rows,
    BORDER,
    fitRow(`  CONSENSUS: ${consensus.consensus}`, ''),
    BORDER,
  ].join('\n')
}

/** Returns one bordered row; when it is too long the label is cut, never the verdict. */
function fitRow(label: string, suffix: string): string {
  const room = INNER_WIDTH - suffix.length
  const points = [...label]
  const fitted = points.length > room ? points.slice(0, room - ELLIPSIS.length).join('') + ELLIPSIS : label
  return `|${padCodePoints(fitted + suffix, INNER_WIDTH)}|`
}
