import { resolve } from 'node:path'
import { type Persona, PersonaError, personaHash } from '@cordon/personas'
import { openRegistry } from '@cordon/personas/registry'
import { Command } from 'commander'
import { inputName } from '../../input/read-input.ts'
import { CliError } from '../../terminal/cli-error.ts'
import { counted } from '../../terminal/counted.ts'
import { formatJson } from '../../terminal/format-json.ts'
import { formatTable } from '../../terminal/format-table.ts'
import { printableLine } from '../../terminal/printable.ts'
import { colorsFor, type Terminal } from '../../terminal/terminal.ts'
import { folderArgument, rootOf } from './persona-folder.ts'
import { type SealState, sealStates } from './seal-state.ts'

export function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('list the personas of a directory, with their hashes and seals')
    .addArgument(folderArgument())
    .option('--json', 'print them as JSON')
    .action((folder: string, options: { readonly json?: true }) =>
      list(terminal, folder, options.json === true),
    )
}

async function list(terminal: Terminal, folder: string, json: boolean): Promise<void> {
  const directory = resolve(terminal.cwd, folder)
  const root = rootOf(terminal, folder)
  const registry = await openRegistry(directory, { integrity: 'live', root }).catch(nameFaults(folder))
  const personas = registry.handles().map((handle) => registry.load(handle))
  await registry.close()
  const stateOf = await sealStates(directory)
  terminal.stdout.write(
    json
      ? formatJson(
          personas.map((persona) => ({
            ...persona,
            personaHash: personaHash(persona),
            seal: stateOf(persona),
          })),
        )
      : `${formatList(terminal, personas, stateOf).join('\n')}\n`,
  )
}

/** Returns a handler that gives each fault of the files a line of its own. */
function nameFaults(folder: string): (error: unknown) => never {
  return (error) => {
    if (!PersonaError.isInstance(error) || error.code !== 'ERR_PERSONA_INIT') throw error
    const messages = error.detail.faults.map(({ message }) => message)
    const count = counted(messages.length, 'fault')
    throw new CliError(`${inputName(folder)}: ${count}`, messages)
  }
}

function formatList(
  terminal: Terminal,
  personas: readonly Persona[],
  stateOf: (persona: Persona) => SealState,
): string[] {
  const [head = '', ...rows] = formatTable([
    ['handle', 'body hash', 'seal', 'tools'],
    ...personas.map((persona) => [
      persona.handle,
      persona.sourceHash.slice(0, 16),
      stateOf(persona),
      persona.allowedTools.map(printableLine).join(', ') || '-',
    ]),
  ])
  return [colorsFor(terminal.stdout, terminal.env).dim(head), ...rows]
}
