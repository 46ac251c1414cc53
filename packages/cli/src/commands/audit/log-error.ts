import { AuditError } from '@cordon/audit'
import { inputName, reasonOf } from '../../input/read-input.ts'
import { CliError } from '../../terminal/cli-error.ts'

/** Returns a handler that says which directory could not be read, and why. */
export function nameLog(directory: string): (error: unknown) => never {
  return (error) => {
    if (!AuditError.isInstance(error)) throw error
    const reason = error.cause === undefined ? error.message : reasonOf(error.cause)
    throw new CliError(`${inputName(directory)}: ${reason}`)
  }
}

export function noLog(directory: string): CliError {
  return new CliError(`${inputName(directory)}: no audit log there (files <chain>-<n>.jsonl)`)
}
