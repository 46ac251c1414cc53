import { resolve } from 'node:path'
import { verifySeal } from '@cordon/personas/seal'
import { Command } from 'commander'
import { nameKeyFile, readKeyFile } from '../../input/read-key-file.ts'
import { CliError } from '../../terminal/cli-error.ts'
import { formatJson } from '../../terminal/format-json.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { faultFields, folderArgument, formatFaults, nameFault } from './persona-folder.ts'

interface VerifyOptions {
  readonly publicKey?: string
  readonly json?: true
}

const SIGNATURES = {
  valid: 'the signature is valid',
  unchecked: 'the signature was not checked: give --public-key',
  absent: 'there is no signature: this shows accidents, not what somebody with the directory did',
} as const

export function verifyCommand(terminal: Terminal): Command {
  return new Command('verify')
    .description('compare a directory with its lock; exit 1 when anything differs')
    .addArgument(folderArgument())
    .option('--public-key <file>', 'check the signature by this key (PEM)')
    .option('--json', 'print the result as JSON')
    .action((folder: string, options: VerifyOptions) => verify(terminal, folder, options))
}

async function verify(terminal: Terminal, folder: string, options: VerifyOptions): Promise<void> {
  const publicKey =
    options.publicKey === undefined ? undefined : await readKeyFile(terminal, options.publicKey)
  const verified = await verifySeal(resolve(terminal.cwd, folder), { publicKey }).catch(nameKeyFile(options))
  const [first] = verified.status === 'broken' ? verified.faults : []
  // Whether a directory that cannot be read is as it was sealed, nobody knows.
  if (first?.code === 'ERR_PERSONA_READ_FAILED' && first.detail.path === '.')
    throw new CliError(nameFault(terminal, folder, first).message)
  terminal.exitCode = verified.status === 'ok' ? 0 : 1
  if (options.json) {
    const { status } = verified
    const faults = status === 'broken' ? verified.faults.map(faultFields) : []
    terminal.stdout.write(formatJson(status === 'ok' ? verified : { status, faults }))
    return
  }
  if (verified.status === 'broken') {
    terminal.stdout.write(formatFaults(verified.faults.map((fault) => nameFault(terminal, folder, fault))))
    return
  }
  const { generation, handles, unsealed, signature } = verified
  terminal.stdout.write(
    `generation ${generation}: ${handles.length} sealed as they are; ${SIGNATURES[signature]}\n`,
  )
  if (unsealed.length > 0) terminal.stdout.write(`not sealed, not served: ${unsealed.join(', ')}\n`)
}
