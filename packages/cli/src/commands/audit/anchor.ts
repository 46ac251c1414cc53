import { Command } from 'commander'
import { formatJson } from '../../terminal/format-json.ts'
import { colorsFor, type Terminal } from '../../terminal/terminal.ts'
import { formatVerification } from './format-audit.ts'
import { takeVerifyOptions, type VerifyOptions, verifyLog } from './verify-log.ts'

export function anchorCommand(terminal: Terminal): Command {
  const command = new Command('anchor').description(
    'verify a log and print its heads as JSON, to be kept where nobody who writes the log can',
  )
  return takeVerifyOptions(command, 'an earlier anchor, to be checked first').action(
    async (directory: string, options: VerifyOptions) => {
      const verification = await verifyLog(terminal, directory, options)
      if (verification.status === 'ok') return void terminal.stdout.write(formatJson(verification.heads))
      terminal.exitCode = 1
      terminal.stderr.write(formatVerification(verification, colorsFor(terminal.stderr, terminal.env)))
    },
  )
}
