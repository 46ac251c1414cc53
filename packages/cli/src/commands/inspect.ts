import type { SanitizePolicy } from '@cordon/sanitize'
import { Command } from 'commander'
import { findFiles } from '../input/find-files.ts'
import { BINARY, InputError, readText, STDIN_NAME } from '../input/read-input.ts'
import { formatInspection } from '../inspect/format-inspection.ts'
import { type InspectedFile, inspectFile } from '../inspect/inspect-file.ts'
import { counted } from '../terminal/counted.ts'
import { printableLine } from '../terminal/printable.ts'
import { colorsFor, type Terminal } from '../terminal/terminal.ts'
import { writeFilesJson } from '../terminal/write-files-json.ts'
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

/** What the files that were named come to, filled in while they are inspected. */
interface Outcome {
  readonly skipped: UnreadFile[]
  readonly failed: UnreadFile[]
  inspected: number
  found: number
}

async function inspectFiles(
  terminal: Terminal,
  names: readonly string[],
  { policy, json }: InspectOptions,
): Promise<void> {
  const outcome: Outcome = { skipped: [], failed: [], inspected: 0, found: 0 }
  const { skipped, failed } = outcome
  const inspections = inspectEach(terminal, names, policy, outcome)
  if (json) {
    await writeFilesJson(terminal, filesOf(inspections), () => ({ skipped, failed }))
  } else {
    for await (const { file, text } of inspections) printFindings(terminal, file, text)
    terminal.stdout.write(`${summarize(outcome)}\n`)
  }
  terminal.exitCode = outcome.found > 0 ? 1 : failed.length > 0 ? 2 : 0
  for (const { path, reason } of failed) terminal.stderr.write(`cordon: ${printableLine(path)}: ${reason}\n`)
}

async function* filesOf(inspections: AsyncIterable<Inspection>): AsyncGenerator<InspectedFile> {
  for await (const { file } of inspections) yield file
}

interface Inspection {
  readonly file: InspectedFile
  readonly text: string
}

async function* inspectEach(
  terminal: Terminal,
  names: readonly string[],
  policy: SanitizePolicy,
  outcome: Outcome,
): AsyncGenerator<Inspection> {
  for (const name of await findFiles(terminal, names)) {
    terminal.signal.throwIfAborted()
    const path = name === '-' ? STDIN_NAME : name
    const text = await readText(terminal, name, MAX_BYTES).catch((error: unknown) => {
      if (!(error instanceof InputError)) throw error
      return error
    })
    if (text instanceof InputError) outcome.failed.push({ path, reason: text.reason })
    // Who names a file asks about it, and must not hear that nothing is hidden in it.
    else if (text === undefined && names.includes(name)) outcome.failed.push({ path, reason: BINARY })
    else if (text === undefined) outcome.skipped.push({ path, reason: 'binary' })
    else {
      const { file } = inspectFile(path, text, policy)
      outcome.inspected += 1
      if (file.hidden > 0) outcome.found += 1
      yield { file, text }
    }
  }
}

function printFindings({ stdout, env }: Terminal, file: InspectedFile, text: string): void {
  if (file.changes.length + file.crlf === 0) return
  stdout.write(`${formatInspection(file, text, colorsFor(stdout, env)).join('\n')}\n\n`)
}

function summarize({ inspected, found, skipped, failed }: Outcome): string {
  const files =
    inspected === 0
      ? 'no file inspected'
      : `${counted(inspected, 'file')}: ${found === 0 ? 'nothing' : `${found} with something`} hidden`
  const binary = skipped.map(({ path }) => printableLine(path)).join(', ')
  return `${files}${failed.length === 0 ? '' : `; not read: ${failed.length}`}${binary === '' ? '' : `; skipped as binary: ${binary}`}`
}
