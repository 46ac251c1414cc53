import { addAbortSignal } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createSanitizer, type SanitizeOptions } from '@cordon/sanitize'
import { Command } from 'commander'
import { findFiles } from '../input/find-files.ts'
import { codeOf, InputError, openInput, reasonOf } from '../input/read-input.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { policyOption } from './policy-option.ts'

const EMPTY_QUOTED_LINE = '| '

/** Returns the command that prints its inputs without what is hidden in them. */
export function sanitizeCommand(terminal: Terminal): Command {
  return new Command()
    .argument('[files...]', 'files, directories or patterns; - is standard input', ['-'])
    .addOption(policyOption())
    .option('--quote-lines', 'begin every line with "| ", the one form that no forged header gets past')
    .addHelpText('after', '\nInput is UTF-8 of any length; memory use does not grow with it.')
    .action(async (names: readonly string[], options: SanitizeOptions) => {
      const paths = await findFiles(terminal, names)
      const { stdout, signal } = terminal
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
      if (codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw new InputError(path, 'not UTF-8')
      throw new InputError(path, reasonOf(error))
    }
  }
}

async function* sanitizeBytes(
  bytes: AsyncIterable<Uint8Array>,
  options: SanitizeOptions,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const sanitizer = createSanitizer(options)
  for await (const chunk of bytes) yield sanitizer.push(decoder.decode(chunk, { stream: true }))
  yield sanitizer.push(decoder.decode())
  const end = sanitizer.end()
  // The last line of a file ends with it; to the library an empty one follows, which has a mark too.
  if (end !== EMPTY_QUOTED_LINE) yield end
}
