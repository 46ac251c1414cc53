import type { SanitizePolicy } from '@cordon/sanitize'
import { Command } from 'commander'
import { findFiles } from '../input/find-files.ts'
import { BINARY, InputError, readText, STDIN_NAME } from '../input/read-input.ts'
import { formatInspection } from '../inspect/format-inspection.ts'
import { type InspectedFile, inspectFile } from '../inspect/inspect-file.ts'
import { counted } from '../terminal/counted.ts'
import { formatJson } from '../terminal/format-json.ts'
import { printableLine } from '../terminal/printable.ts'
import { colorsFor, type Terminal } from '../terminal/terminal.ts'
import { policyOption } from './policy-option.ts'

const MAX_BYTES = 16 * 1024 * 1024

interface UnreadFile {
  readonly path: string
  readonly reason: string
}

interface InspectOptions {
  readonly policy: SanitizePolicy
  readonly json?: true
}

/** Returns the command that shows what is hidden in its inputs. */
export function inspectCommand(terminal: Terminal): Command {
  return new Command()
    .argument('<files...>', 'files, directories or patterns; - is standard input')
    .addOption(policyOption())
    .option('--json', 'print every change as JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 nothing hidden, 1 something hidden (whatever else could not be read),' +
        '\n2 a file could not be read, is over 16 MiB, or was named and is binary.' +
        '\nOf a directory or pattern, binary files (over 5 % NUL or not UTF-8), node_modules, .git and symbolic links are skipped.',
    )
    .action((names: readonly string[], options: InspectOptions) => inspectFiles(terminal, names, options))
}

async function inspectFiles(
  terminal: Terminal,
  names: readonly string[],
  options: InspectOptions,
): Promise<void> {
  const files: InspectedFile[] = []
  let inspected = 0
  let found = 0
  const skipped: UnreadFile[] = []
  const failed: UnreadFile[] = []
  for (const name of await findFiles(terminal, names)) {
    terminal.signal.throwIfAborted()
    const path = name === '-' ? STDIN_NAME : name
    try {
      const text = await readText(terminal, name, MAX_BYTES)
      if (text === undefined) {
        // Who names a file asks about it, and must not hear that nothing is hidden in it.
        if (names.includes(name)) failed.push({ path, reason: BINARY })
        else skipped.push({ path, reason: 'binary' })
        continue
      }
      const { file } = inspectFile(path, text, options.policy)
      inspected += 1
      if (file.hidden > 0) found += 1
      if (options.json) files.push(file)
      else printFindings(terminal, file, text)
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      failed.push({ path, reason: error.reason })
    }
  }
  terminal.exitCode = found > 0 ? 1 : failed.length > 0 ? 2 : 0
  terminal.stdout.write(
    options.json
      ? formatJson({ files, skipped, failed })
      : `${summarize(inspected, found, skipped, failed.length)}\n`,
  )
  for (const { path, reason } of failed) terminal.stderr.write(`cordon: ${printableLine(path)}: ${reason}\n`)
}

function printFindings({ stdout, env }: Terminal, file: InspectedFile, text: string): void {
  if (file.changes.length + file.crlf === 0) return
  stdout.write(`${formatInspection(file, text, colorsFor(stdout, env)).join('\n')}\n\n`)
}

function summarize(count: number, found: number, skipped: readonly UnreadFile[], unread: number): string {
  const files =
    count === 0
      ? 'no file inspected'
      : `${counted(count, 'file')}: ${found === 0 ? 'nothing' : `${found} with something`} hidden`
  const binary = skipped.map(({ path }) => printableLine(path)).join(', ')
  return `${files}${unread === 0 ? '' : `; not read: ${unread}`}${binary === '' ? '' : `; skipped as binary: ${binary}`}`
}
