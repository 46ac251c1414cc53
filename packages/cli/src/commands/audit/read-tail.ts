import { resolve } from 'node:path'
import { type AuditRow, type ReadAuditTailOptions, readAuditTail } from '@cordon/audit'
import { inputName } from '../../input/read-input.ts'
import { CliError } from '../../terminal/cli-error.ts'
import { printableLine } from '../../terminal/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { nameLog } from './log-error.ts'

/**
 * Returns the last rows of each chain, unverified.
 *
 * @throws {@link CliError} when there is none.
 */
export async function readTail(
  terminal: Terminal,
  directory: string,
  options: ReadAuditTailOptions,
): Promise<AuditRow[]> {
  const path = resolve(terminal.cwd, directory)
  const rows = await readAuditTail(path, { ...options, signal: terminal.signal }).catch(nameLog(directory))
  if (rows.length > 0) return rows
  const { chain } = options
  const others = chain === undefined ? [] : await readAuditTail(path, { rows: 1 })
  if (chain === undefined || others.length === 0) {
    throw new CliError(
      `${inputName(directory)}: holds no whole row of an audit log; cordon audit verify says why`,
    )
  }
  const known = others.map((row) => row.chain).join(', ')
  throw new CliError(
    `${inputName(directory)}: no rows of a chain ${printableLine(chain)}; there are ${known}`,
  )
}
