import { addAbortSignal } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createSanitizer, type SanitizeOptions, type SanitizePolicy } from '@cordon/sanitize'
import { Command } from 'commander'
import { findFiles } from '../input/find-files.ts'
import { InputError, openInput, readBytes, reasonOf, STDIN_NAME } from '../input/read-input.ts'
import { type InspectedFile, inspectFile } from '../inspect/inspect-file.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { writeFilesJson } from '../terminal/write-files-json.ts'
import { policyOption } from './policy-option.ts'

const EMPTY_QUOTED_LINE = '| '

/** What JSON takes of a file: unlike the text, it is held as a whole. */
const MAX_JSON_BYTES = 16 * 1024 * 1024

interface CommandOptions extends SanitizeOptions {
  readonly policy: SanitizePolicy
  readonly json?: true
}

/** What `cordon sanitize --json` says of one file: the text without what was hidden in it, and what that was. */
interface SanitizedFile extends InspectedFile {
  readonly text: string
}

/** Returns the command that prints its inputs without what is hidden in them. */
export function sanitizeCommand(terminal: Terminal): Command {
  return new Command()
    .argument('[files...]', 'files, directories or patterns; - is standard input', ['-'])
    .addOption(policyOption())
    .option('--quote-lines', 'begin every line with "| ", the one form that no forged header gets past')
    .option('--json', 'print the text of each file and what was hidden in it as JSON; up to 16 MiB a file')
    .addHelpText('after', '\nInput is UTF-8 of any length; memory use does not grow with it.')
    .action(async (names: readonly string[], { json, ...options }: CommandOptions) => {
      const paths = await findFiles(terminal, names)
      const { stdout, signal } = terminal
      if (json) return writeFilesJson(terminal, describeFiles(terminal, paths, options))
      // One pipeline for all of them: each would leave listeners on the output.
      await pipeline(sanitizeFiles(terminal, paths, options), stdout, { end: false, signal })
    })
}

async function* sanitizeFiles(
  terminal: Terminal,
  paths: readonly string[],
  options: SanitizeOptions,
): AsyncGenerator<string> {
  for (const path of paths) {
    try {
      yield* sanitizeBytes(addAbortSignal(terminal.signal, await openInput(terminal, path)), options)
    } catch (error) {
      throw new InputError(path, reasonOf(error))
    }
  }
}

async function* describeFiles(
  terminal: Terminal,
  paths: readonly string[],
  options: CommandOptions,
): AsyncGenerator<SanitizedFile> {
  for (const path of paths) {
    const bytes = await readBytes(terminal, path, MAX_JSON_BYTES)
    if (bytes.length > MAX_JSON_BYTES) throw new InputError(path, 'larger than 16 MiB')
    try {
      yield await describeFile(path === '-' ? STDIN_NAME : path, bytes, options)
    } catch (error) {
      throw new InputError(path, reasonOf(error))
    }
  }
}

async function describeFile(path: string, bytes: Buffer, options: CommandOptions): Promise<SanitizedFile> {
  const { file, text } = inspectFile(path, newDecoder().decode(bytes), options.policy)
  if (!options.quoteLines) return { ...file, text }
  // An inspection marks no lines.
  let quoted = ''
  for await (const piece of sanitizeBytes([bytes], options)) quoted += piece
  return { ...file, text: quoted }
}

async function* sanitizeBytes(
  bytes: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  options: SanitizeOptions,
): AsyncGenerator<string> {
  const decoder = newDecoder()
  const sanitizer = createSanitizer(options)
  for await (const chunk of bytes) yield sanitizer.push(decoder.decode(chunk, { stream: true }))
  yield sanitizer.push(decoder.decode())
  const end = sanitizer.end()
  // The last line of a file ends with it; to the library an empty one follows, which has a mark too.
  if (end !== EMPTY_QUOTED_LINE) yield end
}

function newDecoder() {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
}
