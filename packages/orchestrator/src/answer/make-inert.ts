import { sanitize } from '@cordon/sanitize'
import type { AgentOutput, Finding } from '../contract/agent-output.ts'
import { cleanTitle } from '../text/clean-title.ts'

/**
 * Returns a verdict with the seven keys alone and no text in it that acts on a terminal or forges the report's frame.
 *
 * Everything that the strict policy removes is removed, and a backslash stands before any mark that would open a block
 * on a line after the first; the first follows the report's own words.
 */
export function makeInert(output: AgentOutput): AgentOutput {
  return {
    agent: output.agent,
    verdict: output.verdict,
    confidence: output.confidence + 0, // -0 becomes 0
    summary: makeTextInert(output.summary),
    reasoning: makeTextInert(output.reasoning),
    findings: output.findings.map(makeFindingInert),
    recommendation: makeTextInert(output.recommendation),
  }
}

function makeFindingInert({ severity, title, detail }: Finding): Finding {
  // Strict removes more than the title's own cleaning, so a title that was not empty may be now.
  return { severity, title: cleanTitle(strip(title)) || '(no visible title)', detail: makeTextInert(detail) }
}

function makeTextInert(text: string): string {
  // What opens a block in Markdown, or a row of our banner: headings, quotes, lists of marks, rules, underlines, tables,
  // fences, HTML, and link definitions (`[i]: …` would turn our own markers into links). A numbered list stays, since prose
  // begins lines so; not what its first line would open.
  return strip(text).replace(
    /\n([^\S\n]*(?:\d{1,9}[.)][^\S\n]+)*)(?=[#>*+=|<[-]|:-|`{3}|~{3}|(?:_[ \t]*){3})/g,
    '\n$1\\',
  )
}

function strip(text: string): string {
  return sanitize(text, { policy: 'strict' })
}
