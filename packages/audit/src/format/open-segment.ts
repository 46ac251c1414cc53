import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { AuditError } from '../contract/errors.ts'
import { segmentName } from './segment-name.ts'

// A pipe without a writer would hold whoever opens it; Windows has neither.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * Returns a segment, open for reading.
 *
 * @throws {@link AuditError} `ERR_AUDIT_READ` when it cannot be opened or is no regular file.
 */
export async function openSegment(directory: string, chain: string, segment: number): Promise<FileHandle> {
  const name = segmentName(chain, segment)
  const file = await open(join(directory, name), READ).catch((cause: unknown) => {
    throw new AuditError('ERR_AUDIT_READ', `${name} could not be opened`, { cause })
  })
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new AuditError('ERR_AUDIT_READ', `${name} is not a regular file`)
}
