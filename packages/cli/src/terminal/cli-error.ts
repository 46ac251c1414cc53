import type { ExitCode } from './terminal.ts'

/** Ends a command with a line on stderr, one more for each detail, and an exit code; for what the user can mend, so it has no stack to show. */
export class CliError extends Error {
  readonly exitCode: ExitCode
  readonly details: readonly string[]

  constructor(message: string, exitCode: ExitCode = 2, details: readonly string[] = []) {
    super(message)
    this.name = 'CliError'
    this.exitCode = exitCode
    this.details = details
  }
}
