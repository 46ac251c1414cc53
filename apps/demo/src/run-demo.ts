import { type Colors, formatReview } from '@cordon/cli'
import { offlineReviewer } from '@cordon/offline-reviewers'
import type { AgentOutput } from '@cordon/orchestrator'
import { composeCouncil } from './compose-council.ts'
import { recordPrompts } from './record-prompts.ts'
import { SAMPLE_PULL_REQUEST } from './sample-pull-request.ts'
import { showPrompt } from './show-prompt.ts'

/** Returns what `npm start` prints: a hostile pull request on its way through the council, reviewed without a model. */
export async function runDemo(colors: Colors): Promise<string> {
  await using reviewer = offlineReviewer()
  const { provider, prompts } = recordPrompts(reviewer)
  const report = await composeCouncil(provider).analyze('code-review', SAMPLE_PULL_REQUEST)
  const lineCount = SAMPLE_PULL_REQUEST.split(/\r\n|\r|\n/).length
  return [
    colors.bold('1. A pull request arrives'),
    `   ${lineCount} lines of patch whose notes try to leave the fence: forged headers, every kind of line break,`,
    '   invisible characters inside keywords, right-to-left overrides, smuggled text.',
    '',
    colors.bold('2. What all three reviewers are sent'),
    '   Two blanks before a forged header make it text. The nonce is fresh in every run and masked here.',
    '',
    ...showPrompt(prompts[0] ?? '').map((line) => `   ${colors.dim('|')} ${line}`),
    '',
    colors.bold('3. What each one says'),
    ...report.agents.map((agent) => formatVerdict(agent)),
    '',
    colors.bold('4. What follows from it, computed and not asked for'),
    '',
    formatReview(report, colors),
    colors.dim(
      'These are fixed rules, not a model; `cordon review --model openai:…` asks one. The line that asks for',
    ),
    colors.dim(
      'approval in plain words was sent as it is: a fence marks where text ends, not whether it means well.',
    ),
    '',
  ].join('\n')
}

function formatVerdict({ agent, verdict, confidence, summary }: AgentOutput): string {
  return `   ${agent.padEnd(9)}  ${verdict.padEnd(11)}  ${confidence.toFixed(2)}  ${summary}`
}
