import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

// In memory where there is such a file system: thousands of syncs, and none of them is what a test is about.
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Makes an empty directory; it goes when the test ends, or after the file with `afterAll`. */
export function makeDirectory(onEnd: (remove: () => void) => void = onTestFinished): string {
  const directory = mkdtempSync(join(parent, 'cordon-audit-'))
  onEnd(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Returns the files of a directory by name, as bytes. */
export function readFiles(directory: string): Record<string, Buffer> {
  return Object.fromEntries(
    readdirSync(directory)
      .toSorted()
      .map((name) => [name, readFileSync(join(directory, name))]),
  )
}

/** Returns the rows of a segment; half a row at its end is left out. */
export function readRows(directory: string, name: string): Record<string, unknown>[] {
  const lines = readFileSync(join(directory, name), 'utf8').split('\n')
  return lines.slice(0, -1).map((line) => JSON.parse(line))
}
