/** Ends a command with exit code 2, a line on stderr and one more for each detail; for what the user can mend, so it has no stack to show. */
export class CliError extends Error {
  readonly details: readonly string[]

  constructor(message: string, details: readonly string[] = []) {
    super(message)
    this.name = 'CliError'
    this.details = details
  }
}
