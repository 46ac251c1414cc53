import { readInput } from '../../read-input.ts'
import type { Terminal } from '../../terminal.ts'

const MAX_KEY_BYTES = 1024 * 1024

/** Returns a key as PEM, from a file or from standard input for `-`. */
export function readKeyFile(terminal: Terminal, path: string): Promise<string> {
  return readInput(terminal, path, MAX_KEY_BYTES)
}
