import { type Persona, personaHash } from '@cordon/personas'
import { Command } from 'commander'
import { formatJson } from '../../terminal/format-json.ts'
import { formatTable } from '../../terminal/format-table.ts'
import { printable, printableLine } from '../../terminal/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { folderOption, readPersona } from './persona-folder.ts'

export function showCommand(terminal: Terminal): Command {
  return new Command('show')
    .description('show one persona as it is injected')
    .argument('<handle>', 'id@version')
    .addOption(folderOption())
    .option('--json', 'print it as JSON')
    .action(async (handle: string, options: { readonly directory: string; readonly json?: true }) => {
      const { persona } = await readPersona(terminal, options.directory, handle)
      terminal.stdout.write(
        options.json ? formatJson({ ...persona, personaHash: personaHash(persona) }) : formatPersona(persona),
      )
    })
}

function formatPersona(persona: Persona): string {
  return `${describePersona(persona).join('\n')}\n\n${printable(persona.body)}`
}

/** Returns all of a persona but its body, one line each. */
function describePersona(persona: Persona): string[] {
  const { temperature, maxTokens, stopSequences } = persona.llmHints
  return formatTable([
    ['handle', persona.handle],
    ['body hash', persona.sourceHash],
    ['persona hash', personaHash(persona)],
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
