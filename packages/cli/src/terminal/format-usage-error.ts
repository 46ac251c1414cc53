/** Returns what the command-line library says of a wrong command line, in one line, with what would be right. */
export function formatUsageError(text: string, commands: readonly string[]): string {
  // A suggestion of the library stands on a line of its own.
  const line = text
    .trimEnd()
    .replace(/^error: /, 'cordon: ')
    .replaceAll('\n', ' ')
  if (line.endsWith('?)')) return line
  if (line.startsWith('cordon: unknown command')) return `${line} (there are ${commands.join(', ')})`
  if (line === "cordon: unknown option '-v'") return `${line} (Did you mean -V?)`
  return /^cordon: (?:unknown option|missing required|too many)/.test(line) ? `${line} (see --help)` : line
}
