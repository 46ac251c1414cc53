import { type FSWatcher, statSync, watch } from 'node:fs'
import { systemCode } from '../files/read-directory-file.ts'

/** How often the directory itself is looked at, and all of it where it cannot be watched. */
const POLL_MS = 1_000

export interface DirectoryWatch {
  close(): void
}

export interface DirectoryListener {
  /** Something happened to this name; without a name, anything may have. */
  onChange(name?: string): void
  /** The system cannot watch (any more); from now on the directory is polled. Once. */
  onPolling(code: string): void
}

/**
 * Tells what changes in a directory. Watches the directory and not its files, whose watches die with the first save by
 * rename; looks every second whether it is still the same directory, because a watch on a replaced one just goes silent.
 */
export function watchDirectory(
  directory: string,
  { onChange, onPolling }: DirectoryListener,
): DirectoryWatch {
  let watcher: FSWatcher | undefined
  let polling = false
  let identity = identityOf(directory)

  function poll(error: unknown): void {
    watcher?.close()
    watcher = undefined
    if (polling) return
    polling = true
    onPolling(systemCode(error))
  }

  function arm(): void {
    watcher?.close()
    try {
      watcher = watch(directory, { persistent: false }, (_event, name) => onChange(name ?? undefined))
      watcher.on('error', poll)
    } catch (error) {
      poll(error)
    }
  }

  function look(): void {
    const now = identityOf(directory)
    const replaced = now !== identity
    identity = now
    if (replaced && now !== undefined && watcher !== undefined) arm()
    if (replaced || watcher === undefined) onChange()
  }

  arm()
  const timer = setInterval(look, POLL_MS)
  timer.unref()
  return {
    close: () => {
      clearInterval(timer)
      watcher?.close()
    },
  }
}

/** The time of birth is part of it: a directory made anew may get the number of the one just removed. */
function identityOf(directory: string): string | undefined {
  try {
    const { dev, ino, birthtimeNs } = statSync(directory, { bigint: true })
    return `${dev}:${ino}:${birthtimeNs}`
  } catch {
    return undefined
  }
}
