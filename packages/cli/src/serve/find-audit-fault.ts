import { constants } from 'node:fs'
import { access, lstat, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AuditError, type AuditVerification, verifyAudit } from '@cordon/audit'
import { codeOf } from '../input/read-input.ts'
import type { ResolvedConfig } from './read-serve-config.ts'

/** What is wrong with an audit log, and whether a gateway that is to write there would not start. */
interface LogFault {
  readonly message: string
  readonly stopsStart: boolean
}

/** Returns what is wrong with the audit log of a configuration, or undefined. Nothing is created, written or held. */
export async function findAuditFault(
  { directory, chain = 'main' }: ResolvedConfig['audit'],
  signal: AbortSignal,
): Promise<LogFault | undefined> {
  const place = await nearestEntry(directory)
  const refusal = await refusalOf(place)
  if (refusal !== undefined) {
    const where = place === directory ? '' : ` below ${place}`
    return stopping(
      `cannot be written${where} (${refusal}); give a path that can be written to and is no file's`,
    )
  }
  if (place !== directory) return undefined
  try {
    return faultOf(await verifyAudit(directory, { signal }), chain)
  } catch (error) {
    if (AuditError.isInstance(error)) return stopping(error.message)
    throw error
  }
}

function stopping(message: string): LogFault {
  return { message: `audit.directory: ${message}`, stopsStart: true }
}

/** An opening reads its own chain only, and compares it with nothing that others recorded of it. */
function faultOf(verification: AuditVerification, chain: string): LogFault | undefined {
  if (verification.status === 'ok') return undefined
  const { file, line, reason } = verification
  const fault = stopping(`the log is broken at ${file}:${line} (${reason}); see cordon audit verify`)
  return { ...fault, stopsStart: verification.chain === chain && !reason.startsWith('peer-') }
}

/** Returns a path, or the first one above it with something there: what is missing in between would be made. */
async function nearestEntry(path: string): Promise<string> {
  // A link that leads nowhere is there.
  const found = await lstat(path).catch(codeOf)
  return found === 'ENOENT' && dirname(path) !== path ? nearestEntry(dirname(path)) : path
}

/** Returns the system's code of why nothing can be written in what should be a directory, or undefined. */
async function refusalOf(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isDirectory()) return 'ENOTDIR'
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}
