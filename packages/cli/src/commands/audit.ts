import { resolve } from 'node:path'
import {
  AuditError,
  type AuditHead,
  type AuditRow,
  type AuditVerification,
  type ReadAuditTailOptions,
  readAuditTail,
  verifyAudit,
} from '@cordon/audit'
import { Command, InvalidArgumentError } from 'commander'
import { inputName, readInput, reasonOf } from '../input/read-input.ts'
import { CliError } from '../terminal/cli-error.ts'
import { counted } from '../terminal/counted.ts'
import { formatJson } from '../terminal/format-json.ts'
import { formatTable } from '../terminal/format-table.ts'
import { printableLine } from '../terminal/printable.ts'
import { type Colors, colorsFor, type Terminal } from '../terminal/terminal.ts'
import { formatAuditFault, formatAuditHead, formatAuditNote, formatAuditRow } from './format-audit.ts'
import { nameKeyFile } from './personas/read-key-file.ts'

interface VerifyOptions {
  readonly anchor?: readonly string[]
  readonly publicKey?: string
  readonly archive?: true
  readonly json?: true
}

interface TailOptions {
  readonly rows: number
  readonly chain?: string
  readonly json?: true
}

/** Of an anchor or a key file. */
const MAX_BYTES = 1024 * 1024

const EXIT_CODES = '\nExit code: 0 in order, 1 broken, 2 could not run (no log there, a file cannot be read).'

export function auditCommand(terminal: Terminal): Command {
  return new Command()
    .addCommand(verifyCommand(terminal))
    .addCommand(tailCommand(terminal))
    .addCommand(headCommand(terminal))
    .addCommand(anchorCommand(terminal))
}

function verifyCommand(terminal: Terminal): Command {
  return new Command('verify')
    .description('read every row of a log and name the first bad one')
    .argument('<directory>', 'the directory of the log')
    .option(
      '--anchor <file>',
      'heads that the log must hold, as `cordon audit anchor` prints them; repeatable',
      collect,
    )
    .option('--public-key <file>', 'Ed25519 key (PEM) that must have signed every row')
    .option('--archive', 'the directory holds segments that were moved away; their chains go on elsewhere')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', EXIT_CODES)
    .action(async (directory: string, options: VerifyOptions) => {
      const verification = await verify(terminal, directory, options)
      terminal.exitCode = verification.status === 'ok' ? 0 : 1
      terminal.stdout.write(
        options.json
          ? formatJson(verification)
          : describe(verification, colorsFor(terminal.stdout, terminal.env)),
      )
    })
}

function anchorCommand(terminal: Terminal): Command {
  return new Command('anchor')
    .description('verify a log and print its heads as JSON, to be kept where nobody who writes the log can')
    .argument('<directory>', 'the directory of the log')
    .option('--anchor <file>', 'an earlier anchor, to be checked first; repeatable', collect)
    .option('--public-key <file>', 'Ed25519 key (PEM) that must have signed every row')
    .option('--archive', 'the directory holds segments that were moved away; their chains go on elsewhere')
    .addHelpText('after', EXIT_CODES)
    .action(async (directory: string, options: VerifyOptions) => {
      const verification = await verify(terminal, directory, options)
      if (verification.status === 'ok') return void terminal.stdout.write(formatJson(verification.heads))
      terminal.exitCode = 1
      terminal.stderr.write(describe(verification, colorsFor(terminal.stderr, terminal.env)))
    })
}

function headCommand(terminal: Terminal): Command {
  return new Command('head')
    .description('print the last row of each chain as it stands, unverified')
    .argument('<directory>', 'the directory of the log')
    .option('--json', 'print the heads as JSON')
    .action(async (directory: string, options: { readonly json?: true }) => {
      const rows = await readTail(terminal, directory, { rows: 1 })
      const heads = rows.map(({ chain, seq, hash }) => ({ chain, seq, hash }))
      terminal.stdout.write(
        options.json ? formatJson(heads) : formatLines(formatTable(heads.map(formatAuditHead))),
      )
    })
}

function tailCommand(terminal: Terminal): Command {
  return new Command('tail')
    .description('print the last rows as they stand, unverified')
    .argument('<directory>', 'the directory of the log')
    .option('-n, --rows <count>', 'how many', parseCount, 10)
    .option('--chain <name>', 'only this chain; else the last rows of all chains, by time')
    .option('--json', 'print the rows as JSON')
    .action(async (directory: string, options: TailOptions) => {
      const { rows: count, chain } = options
      const rows = await readTail(terminal, directory, { rows: count, ...(chain !== undefined && { chain }) })
      const last = rows.toSorted(byTime).slice(-count)
      terminal.stdout.write(
        options.json ? formatJson(last) : formatLines(formatTable(last.map(formatAuditRow))),
      )
    })
}

async function verify(
  terminal: Terminal,
  directory: string,
  options: VerifyOptions,
): Promise<AuditVerification> {
  const anchor: AuditHead[] = []
  for (const path of options.anchor ?? []) anchor.push(...(await readAnchor(terminal, path)))
  const publicKey =
    options.publicKey === undefined
      ? {}
      : { publicKey: await readInput(terminal, options.publicKey, MAX_BYTES) }
  const path = resolve(terminal.cwd, directory)
  const verification = await explain(
    directory,
    verifyAudit(path, {
      ...(anchor.length > 0 && { anchor }),
      ...publicKey,
      archive: options.archive === true,
      signal: terminal.signal,
    }).catch(nameKeyFile({ publicKey: options.publicKey })),
  )
  if (verification.status === 'ok' && verification.heads.length === 0) throw noLog(directory)
  return verification
}

async function readTail(
  terminal: Terminal,
  directory: string,
  options: ReadAuditTailOptions,
): Promise<AuditRow[]> {
  const rows = await explain(
    directory,
    readAuditTail(resolve(terminal.cwd, directory), { ...options, signal: terminal.signal }),
  )
  if (rows.length === 0 && options.chain !== undefined) {
    throw new CliError(`${inputName(directory)}: no rows of a chain ${printableLine(options.chain)}`)
  }
  if (rows.length === 0) throw noLog(directory)
  return rows
}

async function readAnchor(terminal: Terminal, path: string): Promise<readonly AuditHead[]> {
  const text = await readInput(terminal, path, MAX_BYTES)
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

/** Says which directory could not be read, and why. */
async function explain<T>(directory: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw AuditError.isInstance(error)
      ? new CliError(
          `${inputName(directory)}: ${error.cause === undefined ? error.message : reasonOf(error.cause)}`,
        )
      : error
  }
}

function noLog(directory: string): CliError {
  return new CliError(`${inputName(directory)}: no audit log there (files <chain>-<n>.jsonl)`)
}

function describe(verification: AuditVerification, colors: Colors): string {
  if (verification.status === 'broken') return `${colors.red('broken')}: ${formatAuditFault(verification)}\n`
  const { rows, heads, notes } = verification
  return formatLines([
    `${colors.green('in order')}: ${counted(rows, 'row')} in ${counted(heads.length, 'chain')}`,
    ...formatTable(heads.map(formatAuditHead)),
    ...notes.map((note) => `note: ${formatAuditNote(note)}`),
  ])
}

function formatLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

/** Times are decimal strings without leading zeros: the longer one is the later one. */
function byTime(a: AuditRow, b: AuditRow): number {
  return a.ts_ns.length - b.ts_ns.length || (a.ts_ns < b.ts_ns ? -1 : a.ts_ns > b.ts_ns ? 1 : 0)
}

function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

function parseCount(value: string): number {
  const count = Number(value)
  if (Number.isInteger(count) && count >= 1 && count <= 10_000) return count
  throw new InvalidArgumentError('Expected a whole number from 1 to 10000.')
}
