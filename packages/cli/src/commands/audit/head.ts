import { Command } from 'commander'
import { formatJson } from '../../terminal/format-json.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { formatAuditHeads } from './format-audit.ts'
import { readTail } from './read-tail.ts'

export function headCommand(terminal: Terminal): Command {
  return new Command('head')
    .description('print the last row of each chain as it stands, unverified')
    .argument('<directory>', 'the directory of the log')
    .option('--json', 'print the heads as JSON')
    .action(async (directory: string, options: { readonly json?: true }) => {
      const rows = await readTail(terminal, directory, { rows: 1 })
      const heads = rows.map(({ chain, seq, hash }) => ({ chain, seq, hash }))
      terminal.stdout.write(options.json ? formatJson(heads) : formatAuditHeads(heads))
    })
}
