import { CliError } from '../terminal/cli-error.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { inputName, readInput } from './read-input.ts'

const MAX_KEY_BYTES = 1024 * 1024

/** Returns a key as PEM, from a file or from standard input for `-`. */
export function readKeyFile(terminal: Terminal, path: string): Promise<string> {
  return readInput(terminal, path, MAX_KEY_BYTES)
}

/** Returns a handler that rejects with the error it is given, the option of a key in it replaced by where that key is from. */
export function nameKeyFile(files: {
  readonly publicKey?: string | undefined
  readonly privateKey?: string | undefined
}): (error: unknown) => never {
  return (error) => {
    const [, option, reason] = /^"(publicKey|privateKey)" (.*)/.exec((error as TypeError).message) ?? []
    const path = files[option as keyof typeof files]
    if (!(error instanceof TypeError) || path === undefined) throw error
    throw new CliError(`${inputName(path)}: ${reason}`)
  }
}
