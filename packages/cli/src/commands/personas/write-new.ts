import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { codeOf } from '../../input/read-input.ts'
import { CliError } from '../../terminal/cli-error.ts'
import type { Terminal } from '../../terminal/terminal.ts'

/** Writes a file that must not be there yet: keys and personas are never overwritten. */
export async function writeNew(terminal: Terminal, path: string, text: string, mode: number): Promise<void> {
  try {
    await writeFile(resolve(terminal.cwd, path), text, { flag: 'wx', mode })
  } catch (error) {
    const code = codeOf(error)
    throw new CliError(`${path}: ${code === 'EEXIST' ? 'is there already' : `cannot be written (${code})`}`)
  }
}
