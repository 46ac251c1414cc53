import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { glob } from 'tinyglobby'
import { InputError } from './read-input.ts'
import type { Terminal } from './terminal.ts'

/**
 * Returns the paths of the files that the arguments name, each once: a path names itself, a directory every file below
 * it, `-` standard input, and anything else is a glob pattern. What a directory or a pattern brings in is sorted by
 * code unit and leaves out `node_modules`, `.git` and symbolic links.
 *
 * @throws {@link InputError} when an argument names nothing.
 */
export async function findFiles(terminal: Terminal, names: readonly string[]): Promise<string[]> {
  const paths = new Set<string>()
  for (const name of names) {
    for (const path of await expand(terminal, name)) paths.add(path)
  }
  return [...paths]
}

/** Returns every file below `directory`, as paths that begin with it. */
export async function findFilesBelow(terminal: Terminal, directory: string): Promise<string[]> {
  const paths = await search('**', resolve(terminal.cwd, directory), terminal.signal)
  return paths.map((path) => join(directory, path))
}

async function expand(terminal: Terminal, name: string): Promise<readonly string[]> {
  if (name === '-') return [name]
  const stats = await stat(resolve(terminal.cwd, name)).catch(() => undefined)
  if (stats?.isDirectory()) return findFilesBelow(terminal, name)
  if (stats !== undefined) return [name]
  const paths = await search(name, terminal.cwd, terminal.signal)
  if (paths.length === 0) {
    throw new InputError(name, 'no such file or directory, and no file matches it as a pattern')
  }
  return paths
}

async function search(pattern: string, cwd: string, signal: AbortSignal): Promise<string[]> {
  const paths = await glob(pattern, {
    cwd,
    signal,
    dot: true,
    expandDirectories: false,
    followSymbolicLinks: false,
    ignore: ['**/node_modules/**', '**/.git/**'],
  })
  return paths.toSorted()
}
