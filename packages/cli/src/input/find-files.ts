import { type Dirent, readdir } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { glob } from 'tinyglobby'
import type { Terminal } from '../terminal/terminal.ts'
import { codeOf, InputError } from './read-input.ts'

/**
 * Returns the paths of the files that the arguments name, each once: a path names itself, a directory every file below
 * it, `-` standard input, and anything else is a glob pattern. What a directory or a pattern brings in is sorted by
 * code unit and leaves out `node_modules`, `.git` and symbolic links. A directory that cannot be listed is among them as
 * itself, so that whoever reads it learns why.
 *
 * @throws {@link InputError} when an argument names nothing, or a directory without a file.
 */
export async function findFiles(terminal: Terminal, names: readonly string[]): Promise<string[]> {
  const paths = new Set<string>()
  for (const name of names) {
    for (const path of await expand(terminal, name)) paths.add(path)
  }
  return [...paths]
}

/** What the system says of a path with nothing there. */
const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

/** Returns every file below `directory`, as paths that begin with it. */
export async function findFilesBelow(terminal: Terminal, directory: string): Promise<string[]> {
  const paths = await search('**', resolve(terminal.cwd, directory), terminal.signal)
  return paths.map((path) => join(directory, path))
}

async function expand(terminal: Terminal, name: string): Promise<readonly string[]> {
  if (name === '-') return [name]
  const found = await stat(resolve(terminal.cwd, name)).catch(codeOf)
  if (typeof found !== 'string') {
    if (!found.isDirectory()) return [name]
    const below = await findFilesBelow(terminal, name)
    if (below.length === 0) throw new InputError(name, 'holds no file')
    return below
  }
  // A pattern may be longer than a name. Anything else means that it is there: reading it says what is wrong.
  if (!ABSENT.has(found) && found !== 'ENAMETOOLONG') return [name]
  const paths = await search(name, terminal.cwd, terminal.signal)
  if (paths.length === 0) {
    throw new InputError(name, 'no such file or directory, and no file matches it as a pattern')
  }
  return paths
}

async function search(pattern: string, cwd: string, signal: AbortSignal): Promise<string[]> {
  const unlisted: string[] = []
  const paths = await glob(pattern, {
    cwd,
    signal,
    dot: true,
    expandDirectories: false,
    followSymbolicLinks: false,
    ignore: ['**/node_modules/**', '**/.git/**'],
    fs: { readdir: noteFailures((path) => unlisted.push(relative(cwd, path))) },
  })
  return [...paths, ...unlisted].toSorted()
}

/** The glob library leaves out a directory that it cannot list without a word, which would pass for an empty one. */
function noteFailures(note: (directory: string) => void): typeof readdir {
  const list = (
    path: string,
    options: { withFileTypes: true },
    done: (error: NodeJS.ErrnoException | null, entries: Dirent[]) => void,
  ): void =>
    readdir(path, options, (error, entries) => {
      if (error !== null && !ABSENT.has(codeOf(error))) note(path)
      done(error, entries)
    })
  // The one form of its overloads that the library calls.
  return list as typeof readdir
}
