import { isUtf8 } from 'node:buffer'
import { fstatSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { addAbortSignal, PassThrough, pipeline, type Readable } from 'node:stream'
import { CliError } from '../terminal/cli-error.ts'
import { printableLine } from '../terminal/printable.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** What a `-` on the command line is called in messages. */
export const STDIN_NAME = '<stdin>'

/** Why an input that was named is refused when it is no text. */
export const BINARY = 'binary, not UTF-8 text'

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
  if (text === undefined) throw new InputError(path, BINARY)
  return text
}

/**
 * Of a text, the share of characters that may be NUL or no UTF-8. One stray byte must not take a text out of a check: it
 * is all it would cost to hide the rest.
 */
const MAX_STRAY_SHARE = 1 / 20

/** In a short text one stray is a large share: so many are let by, unless they are half of it. */
const MAX_FEW_STRAYS = 4

/**
 * Returns the text of a file, or of standard input for `-`; a leading U+FEFF is kept, and what is not UTF-8 becomes U+FFFD.
 * `undefined` when it is binary: more than one character in twenty is NUL or not UTF-8, and more than four or half of all.
 *
 * @throws {@link InputError} when it cannot be read or is larger than `maxBytes`.
 */
export async function readText(
  terminal: Terminal,
  path: string,
  maxBytes: number,
): Promise<string | undefined> {
  const bytes = await readBytes(terminal, path, maxBytes)
  const text = decode(bytes)
  if (text !== undefined && bytes.length > maxBytes)
    throw new InputError(path, `larger than ${maxBytes / 1024 ** 2} MiB`)
  return text
}

/**
 * Returns the bytes of a file, or of standard input for `-`; of a longer one its beginning, longer than `maxBytes`.
 *
 * @throws {@link InputError} when it cannot be read.
 */
export async function readBytes(terminal: Terminal, path: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of addAbortSignal(terminal.signal, await openInput(terminal, path))) {
      const bytes = Buffer.from(chunk)
      size += bytes.length
      chunks.push(bytes)
      // Read one chunk past the limit and no more: standard input may be endless.
      if (size > maxBytes) break
    }
  } catch (error) {
    terminal.signal.throwIfAborted()
    throw new InputError(path, reasonOf(error))
  }
  return Buffer.concat(chunks)
}

/** Returns the bytes of a file, or of standard input for `-`. Rejects on an interrupt, also while a FIFO has no writer. */
export async function openInput({ stdin, cwd, signal }: Terminal, path: string): Promise<Readable> {
  if (path === '-') {
    if (stdin.readableDidRead) throw Object.assign(new Error(READ_TWICE), { code: READ_TWICE })
    if (stdin === process.stdin) assertStreams(process.stdin.fd)
    return stdin
  }
  signal.throwIfAborted()
  let interrupt = (): void => {}
  const interrupted = new Promise<never>((_resolve, reject) => {
    interrupt = () => reject(signal.reason)
    signal.addEventListener('abort', interrupt)
  })
  try {
    const file = await Promise.race([open(resolve(cwd, path)), interrupted])
    // A read of a pipe cannot be taken back, and a stream on the file itself would wait for it before it ended.
    return pipeline(file.createReadStream(), new PassThrough(), () => {})
  } finally {
    signal.removeEventListener('abort', interrupt)
  }
}

/** Node takes a descriptor that is nothing to stream from for an empty input, and nothing would be found in it. */
function assertStreams(descriptor: number): void {
  const found = fstatSync(descriptor)
  if (found.isFile() || found.isFIFO() || found.isSocket() || found.isCharacterDevice()) return
  const code = found.isDirectory() ? 'EISDIR' : 'ENOTSUP'
  throw Object.assign(new Error(code), { code })
}

function decode(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  if (isUtf8(bytes) && !bytes.includes(0)) return text
  let strays = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit === 0 || unit === 0xfffd) strays += 1
  }
  if (strays <= text.length * MAX_STRAY_SHARE) return text
  return strays <= MAX_FEW_STRAYS && strays < text.length / 2 ? text : undefined
}

/** Returns the name that a path goes by in messages and reports, fit for a terminal. */
export function inputName(path: string): string {
  if (path === '') return '""'
  return path === '-' ? STDIN_NAME : printableLine(path)
}

/** Our own code, beside the system's. */
const READ_TWICE = 'READ_TWICE'

const REASONS = new Map([
  [READ_TWICE, 'can be read once only, and two arguments name it'],
  ['ENOENT', 'no such file or directory'],
  ['EISDIR', 'is a directory'],
  ['ENOTDIR', 'not a directory'],
  ['EACCES', 'permission denied'],
  ['ERR_ENCODING_INVALID_ENCODED_DATA', 'not UTF-8'],
])

/** Returns why a file system call failed, in words. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error)
  return REASONS.get(code) ?? `cannot be read (${code})`
}

/** Returns the system's code of a failed call, e.g. `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}
