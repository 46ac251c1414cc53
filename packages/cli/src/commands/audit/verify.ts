import { Command } from 'commander'
import { formatJson } from '../../terminal/format-json.ts'
import { colorsFor, type Terminal } from '../../terminal/terminal.ts'
import { formatVerification } from './format-audit.ts'
import { takeVerifyOptions, type VerifyOptions, verifyLog } from './verify-log.ts'

export function verifyCommand(terminal: Terminal): Command {
  const command = new Command('verify').description('read every row of a log and name the first bad one')
  return takeVerifyOptions(command, 'heads that the log must hold, as `cordon audit anchor` prints them')
    .option('--json', 'print the answer as JSON')
    .action(async (directory: string, options: VerifyOptions & { readonly json?: true }) => {
      const verification = await verifyLog(terminal, directory, options)
      terminal.exitCode = verification.status === 'ok' ? 0 : 1
      const colors = colorsFor(terminal.stdout, terminal.env)
      terminal.stdout.write(
        options.json ? formatJson(verification) : formatVerification(verification, colors),
      )
    })
}
