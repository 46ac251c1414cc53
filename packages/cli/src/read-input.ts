import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { CliError } from './cli-error.ts'
import { printable } from './printable.ts'
import type { Terminal } from './terminal.ts'

/** What a `-` on the command line is called in messages. */
export const STDIN_NAME = '<stdin>'

/**
 * Returns the text of a file, or of standard input for `-`.
 *
 * @throws {@link CliError} (exit code 2) when it cannot be read, is larger than `maxBytes`, or is binary:
 *   it holds a NUL, as in git, or is not UTF-8.
 */
export async function readInput(terminal: Terminal, path: string, maxBytes: number): Promise<string> {
  const text = decodeText(await readBytes(terminal, path, maxBytes))
  if (text === undefined)
    throw new CliError(`${inputName(path)}: binary, not text (UTF-8 without NUL is expected)`)
  return text
}

/** Returns at most `maxBytes` bytes of a file or of standard input; more, or a failed read, is a `CliError`. */
export async function readBytes(terminal: Terminal, path: string, maxBytes: number): Promise<Uint8Array> {
  const source = path === '-' ? terminal.stdin : createReadStream(resolve(terminal.cwd, path))
  const stream = addAbortSignal(terminal.signal, source)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream) {
      size += chunk.length
      // Read one chunk past the limit and no more: standard input may be endless.
      if (size > maxBytes) throw new CliError(`${inputName(path)}: larger than ${maxBytes / 1024 ** 2} MiB`)
      chunks.push(Buffer.from(chunk))
    }
  } catch (error) {
    throw error instanceof CliError ? error : new CliError(`${inputName(path)}: ${reasonOf(error)}`)
  }
  return Buffer.concat(chunks)
}

/** Returns the bytes as text (a leading U+FEFF is kept), or `undefined` when they are binary. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns the name that a path goes by in messages and reports, fit for a terminal. */
export function inputName(path: string): string {
  return path === '-' ? STDIN_NAME : printable(path)
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
