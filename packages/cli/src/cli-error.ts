import type { ExitCode } from './terminal.ts'

/** Ends a command with one line on stderr and an exit code; for what the user can mend, so it has no stack to show. */
export class CliError extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = 2) {
    super(message)
    this.name = 'CliError'
    this.exitCode = exitCode
  }
}
