import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PersonaError } from '../contract/errors.ts'
import { quotePath } from '../contract/quote.ts'
import { readFailed } from '../contract/refusals.ts'
import type { PersonaLocation } from '../files/persona-location.ts'
import { systemCode } from '../files/read-directory-file.ts'
import { formatLock, LOCK_NAME, type Lock } from './lock-file.ts'

/** Hidden and not `.md`: no registry takes it for a persona. */
const PENDING_NAME = '.personas.lock.json.pending'

/**
 * Runs `work` while no other seal of the directory can. The new lock grows in the very file that keeps others out; `write`
 * makes it durable and gives it its name in one step, so that a reader sees the old lock or the new one.
 *
 * @throws PersonaError `ERR_PERSONA_LOCK_BUSY` when another seal is under way, or was cut off.
 */
export async function holdLock<T>(
  location: PersonaLocation,
  work: (write: (lock: Lock) => Promise<void>) => Promise<T>,
): Promise<T> {
  const pending = join(location.directory, PENDING_NAME)
  const file = await openExclusive(location, pending)
  let written = false
  try {
    return await work(async (lock) => {
      await file.writeFile(formatLock(lock))
      await file.sync()
      await rename(pending, join(location.directory, LOCK_NAME))
      written = true
      await syncDirectory(location.directory)
    })
  } finally {
    await file.close()
    // Only while it is ours: after the rename the name may already be the next writer's.
    if (!written) await rm(pending, { force: true })
  }
}

async function openExclusive(location: PersonaLocation, pending: string): Promise<FileHandle> {
  try {
    return await open(pending, 'wx', 0o644)
  } catch (error) {
    const path = location.pathOf(PENDING_NAME)
    const code = systemCode(error)
    if (code !== 'EEXIST') throw readFailed(path, `the file cannot be created (${code})`)
    const message = `${quotePath(path)}: another seal is under way; if none is, remove this file`
    throw new PersonaError('ERR_PERSONA_LOCK_BUSY', message, { path })
  }
}

/** Makes the rename itself durable. Windows cannot open a directory, and needs no such step. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
