import { resolve } from 'node:path'
import { type Persona, personaHash } from '@cordon/personas'
import { Command } from 'commander'
import { formatJson } from '../../terminal/format-json.ts'
import { formatTable } from '../../terminal/format-table.ts'
import { printable, printableLine } from '../../terminal/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { folderOption, readPersona } from './persona-folder.ts'
import { type SealState, sealStates, warnOfSeal } from './seal-state.ts'

interface ShowOptions {
  readonly directory: string
  readonly json?: true
}

export function showCommand(terminal: Terminal): Command {
  return new Command('show')
    .description('show one persona as it is injected; exit 1 when it is not what was sealed')
    .argument('<handle>', 'id@version')
    .addOption(folderOption())
    .option('--json', 'print it as JSON')
    .action((handle: string, options: ShowOptions) => show(terminal, handle, options))
}

async function show(terminal: Terminal, handle: string, { directory, json }: ShowOptions): Promise<void> {
  const { persona } = await readPersona(terminal, directory, handle)
  const seal = (await sealStates(resolve(terminal.cwd, directory)))(persona)
  warnOfSeal(terminal, persona, seal)
  terminal.stdout.write(
    json
      ? formatJson({ ...persona, personaHash: personaHash(persona), seal })
      : `${describePersona(persona, seal).join('\n')}\n\n${printable(persona.body)}`,
  )
}

/** Returns all of a persona but its body, one line each. */
function describePersona(persona: Persona, seal: SealState): string[] {
  const { temperature, maxTokens, stopSequences } = persona.llmHints
  return formatTable([
    ['handle', persona.handle],
    ['body hash', persona.sourceHash],
    ['persona hash', personaHash(persona)],
    ['seal', seal],
    ['allowed_tools', listed(persona.allowedTools)],
    ['traits', listed(persona.traits)],
    ['temperature', String(temperature ?? '-')],
    ['max_tokens', String(maxTokens ?? '-')],
    ['stop_sequences', listed((stopSequences ?? []).map((text) => JSON.stringify(text)))],
  ])
}

function listed(values: readonly string[]): string {
  return values.map(printableLine).join(', ') || '-'
}
