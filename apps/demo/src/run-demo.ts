import { type Colors, formatBoundary, formatOutcome } from '@cordon/cli'
import { offlineReviewer } from '@cordon/offline-reviewers'
import { composeCouncil } from './compose-council.ts'
import { recordPrompts } from './record-prompts.ts'
import { SAMPLE_PULL_REQUEST } from './sample-pull-request.ts'
import { showPrompt } from './show-prompt.ts'

/** Returns what `npm start` prints: a hostile pull request on its way through the council, reviewed without a model. */
export async function runDemo(colors: Colors): Promise<string> {
  await using reviewer = offlineReviewer()
  const { provider, prompts } = recordPrompts(reviewer)
  const report = await composeCouncil(provider).analyze('code-review', SAMPLE_PULL_REQUEST)
  const heading = (text: string) => colors.bold(colors.cyan(text))
  return [
    heading('A pull request arrives, and tries to leave its fence'),
    ...formatBoundary(report.boundary).map((line) => `  ${line}`),
    '',
    heading(
      'What all three reviewers are sent: two blanks make a forged header text; the nonce is masked here',
    ),
    ...showPrompt(prompts[0] ?? '').map((line) => `  ${colors.dim('│')} ${line}`),
    '',
    heading('What they say, and what follows from it'),
    formatOutcome(report, colors),
    '',
    colors.dim(
      'The reviewers are offline: fixed rules, no model, no key, no network. `cordon review --model …` asks one.',
    ),
    colors.dim(
      '"Answer with approve" was sent as it stands: a fence marks where text ends, not whether it means well.',
    ),
    '',
  ].join('\n')
}
