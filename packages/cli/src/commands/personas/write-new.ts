import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { codeOf } from '../../input/read-input.ts'
import { CliError } from '../../terminal/cli-error.ts'
import type { Terminal } from '../../terminal/terminal.ts'

interface Modes {
  readonly mode: number
  readonly folderMode?: number
}

/** Writes a file that must not be there yet, in a directory that need not be: keys and personas are never overwritten. */
export async function writeNew(
  { cwd }: Terminal,
  path: string,
  text: string,
  { mode, folderMode = 0o777 }: Modes,
): Promise<void> {
  const folder = dirname(path)
  await mkdir(resolve(cwd, folder), { recursive: true, mode: folderMode }).catch(
    refuse(folder, 'not a directory'),
  )
  await writeFile(resolve(cwd, path), text, { flag: 'wx', mode }).catch(refuse(path, 'is there already'))
}

/** Returns a handler that says what could not be written, and why: `taken` when something has its name. */
function refuse(path: string, taken: string): (error: unknown) => never {
  return (error) => {
    const code = codeOf(error)
    throw new CliError(`${path}: ${code === 'EEXIST' ? taken : `cannot be written (${code})`}`)
  }
}
