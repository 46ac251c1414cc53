import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { CliError } from './cli-error.ts'
import { printableLine } from './printable.ts'
import type { Terminal } from './terminal.ts'

/** What a `-` on the command line is called in messages. */
export const STDIN_NAME = '<stdin>'

/** A named input could not be used. */
export class InputError extends CliError {
  /** The message without the name. */
  readonly reason: string

  constructor(path: string, reason: string) {
    super(`${inputName(path)}: ${reason}`)
    this.reason = reason
  }
}

/**
 * Returns the text of a file, or of standard input for `-`.
 *
 * @throws {@link InputError} (exit code 2) when it cannot be read, is larger than `maxBytes`, or is binary.
 */
export async function readInput(terminal: Terminal, path: string, maxBytes: number): Promise<string> {
  const text = await readText(terminal, path, maxBytes)
  if (text === undefined) throw new InputError(path, 'binary, not text (UTF-8 without NUL is expected)')
  return text
}

/**
 * Returns the text of a file, or of standard input for `-`; a leading U+FEFF is kept. `undefined` when it is binary: it
 * holds a NUL, as in git, or is not UTF-8.
 *
 * @throws {@link InputError} when it cannot be read or is larger than `maxBytes`.
 */
export async function readText(
  terminal: Terminal,
  path: string,
  maxBytes: number,
): Promise<string | undefined> {
  const source = path === '-' ? terminal.stdin : createReadStream(resolve(terminal.cwd, path))
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of addAbortSignal(terminal.signal, source)) {
      const bytes = Buffer.from(chunk)
      if (bytes.includes(0)) return undefined
      size += bytes.length
      // Read one chunk past the limit and no more: standard input may be endless.
      if (size > maxBytes) throw new InputError(path, `larger than ${maxBytes / 1024 ** 2} MiB`)
      chunks.push(bytes)
    }
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(path, reasonOf(error))
  }
  return decode(Buffer.concat(chunks))
}

// Not being UTF-8 is the answer to a question here, not a failure.
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns the name that a path goes by in messages and reports, fit for a terminal. */
export function inputName(path: string): string {
  return path === '-' ? STDIN_NAME : printableLine(path)
}

const REASONS = new Map([
  ['ENOENT', 'no such file or directory'],
  ['EISDIR', 'is a directory'],
  ['EACCES', 'permission denied'],
])

/** Returns why a file system call failed, in words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  return REASONS.get(code) ?? `cannot be read (${code})`
}
