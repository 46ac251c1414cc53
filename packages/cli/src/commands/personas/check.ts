import { Command } from 'commander'
import { counted } from '../../terminal/counted.ts'
import { formatJson } from '../../terminal/format-json.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { checkFolder } from './check-folder.ts'
import { faultFields, folderArgument, formatFaults } from './persona-folder.ts'

export function checkCommand(terminal: Terminal): Command {
  return new Command('check')
    .description('check every persona file of a directory; exit 1 when one has a fault')
    .addArgument(folderArgument())
    .option('--json', 'print handles and faults as JSON')
    .action((folder: string, options: { readonly json?: true }) =>
      check(terminal, folder, options.json === true),
    )
}

async function check(terminal: Terminal, folder: string, json: boolean): Promise<void> {
  const { handles, faults } = await checkFolder(terminal, folder)
  terminal.exitCode = faults.length > 0 ? 1 : 0
  if (json) {
    terminal.stdout.write(formatJson({ handles, faults: faults.map(faultFields) }))
    return
  }
  terminal.stdout.write(
    faults.length === 0
      ? `${counted(handles.length, 'persona')}, no fault\n`
      : `${formatFaults(faults)}${counted(faults.length, 'fault')}\n`,
  )
}
