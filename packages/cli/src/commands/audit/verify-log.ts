import { resolve } from 'node:path'
import { type AuditHead, type AuditVerification, verifyAudit } from '@cordon/audit'
import type { Command } from 'commander'
import { inputName, readInput } from '../../input/read-input.ts'
import { nameKeyFile, readKeyFile } from '../../input/read-key-file.ts'
import { CliError } from '../../terminal/cli-error.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { nameLog, noLog } from './log-error.ts'

export interface VerifyOptions {
  readonly anchor?: readonly string[]
  readonly publicKey?: string
  readonly archive?: true
}

const MAX_ANCHOR_BYTES = 1024 * 1024

/** Has a command take what {@link verifyLog} needs. */
export function takeVerifyOptions(command: Command, anchor: string): Command {
  return command
    .argument('<directory>', 'the directory of the log')
    .option('--anchor <file>', `${anchor}; repeatable`, collect)
    .option('--public-key <file>', 'Ed25519 key (PEM) that must have signed every row')
    .option('--archive', 'the directory holds segments that were moved away; their chains go on elsewhere')
    .addHelpText(
      'after',
      '\nExit code: 0 in order, 1 broken, 2 could not run (no log there, a file cannot be read).',
    )
}

function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

/**
 * Returns whether a log is in order.
 *
 * @throws {@link CliError} when there is none, or a file that an option names cannot be used.
 */
export async function verifyLog(
  terminal: Terminal,
  directory: string,
  { anchor: anchorPaths = [], publicKey: keyPath, archive }: VerifyOptions,
): Promise<AuditVerification> {
  const anchor: AuditHead[] = []
  for (const path of anchorPaths) anchor.push(...(await readAnchor(terminal, path)))
  const verification = await verifyAudit(resolve(terminal.cwd, directory), {
    ...(anchor.length > 0 && { anchor }),
    ...(keyPath !== undefined && { publicKey: await readKeyFile(terminal, keyPath) }),
    archive: archive === true,
    signal: terminal.signal,
  })
    .catch(nameKeyFile({ publicKey: keyPath }))
    .catch(nameLog(directory))
  if (verification.status === 'ok' && verification.heads.length === 0) throw noLog(directory)
  return verification
}

async function readAnchor(terminal: Terminal, path: string): Promise<readonly AuditHead[]> {
  const text = await readInput(terminal, path, MAX_ANCHOR_BYTES)
  const value = parseAnchor(path, text)
  const heads: unknown[] = Array.isArray(value) ? value : [value]
  if (heads.length === 0) throw new CliError(`${inputName(path)}: names no head, so it would check nothing`)
  if (heads.every(isHead)) return heads
  throw new CliError(`${inputName(path)}: expected { chain, seq, hash } or an array of them`)
}

function parseAnchor(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CliError(`${inputName(path)}: not JSON`)
  }
}

function isHead(value: unknown): value is AuditHead {
  const { chain, seq, hash } = (value ?? {}) as Record<keyof AuditHead, unknown>
  return (
    typeof chain === 'string' && Number.isSafeInteger(seq) && Number(seq) >= 0 && typeof hash === 'string'
  )
}
