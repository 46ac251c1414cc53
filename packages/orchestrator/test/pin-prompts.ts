// Writes fixtures/prompts.sha256 anew. Run it (`pnpm pin-prompts`) only when a change of a built-in prompt is meant:
// the fixture is what makes such a change visible in review. Plain Node, so it runs alike on every platform.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { AGENT_NAMES, builtInPrompt } from '@cordon/orchestrator'

const lines = AGENT_NAMES.map((agent) => {
  const digest = createHash('sha256').update(builtInPrompt(agent), 'utf8').digest('hex')
  return `${digest}  ${agent}\n`
})
writeFileSync(new URL('./fixtures/prompts.sha256', import.meta.url), lines.join(''))
