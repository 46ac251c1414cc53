import { statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'

/** A directory of persona files and how its paths are shown: relative to a root, '/'-separated. */
export interface PersonaLocation {
  /** Absolute, for the file system only. */
  readonly directory: string
  /** The directory as errors and events name it. */
  readonly path: string
  /** The directory as messages name it: as it was given, when it is its own root. */
  readonly label: string
  /** Returns the path of a file in the directory as personas, errors and events name it. */
  readonly pathOf: (name: string) => string
}

/**
 * Returns the location of a directory.
 *
 * @throws TypeError when an argument is not a string; RangeError when the directory is empty or not below `root`.
 */
export function locatePersonas(directory: string, root: string = directory): PersonaLocation {
  if (typeof directory !== 'string')
    throw new TypeError(`"directory" expected string, got ${typeof directory}`)
  // Resolved, it would be the working directory.
  if (directory === '') throw new RangeError('"directory" expected a path, got an empty string')
  if (typeof root !== 'string') throw new TypeError(`"root" expected string, got ${typeof root}`)
  const inner = relative(resolve(root), resolve(directory)).split(sep).join('/')
  if (inner === '..' || inner.startsWith('../') || isAbsolute(inner)) {
    throw new RangeError('"root" expected a directory that holds the persona directory')
  }
  return {
    directory: resolve(directory),
    path: inner === '' ? '.' : inner,
    label: inner === '' ? directory : inner,
    pathOf: (name) => (inner === '' ? name : `${inner}/${name}`),
  }
}

/** Whether a directory is there. False also when that cannot be told. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
