import type { Readable, Writable } from 'node:stream'
import { createColors } from 'picocolors'

/** What a command may touch of the outside world. Only `main.ts` builds it from the process; tests build their own. */
export interface Terminal {
  readonly stdin: Readable
  /** The answer: text or JSON, nothing else. */
  readonly stdout: TerminalOutput
  /** Everything said about the work: progress, notes, errors. */
  readonly stderr: TerminalOutput
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute; relative paths on the command line start here. */
  readonly cwd: string
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal
  /** What the process will exit with; a command sets 1 for a negative answer and throws `CliError` for a failure. */
  exitCode: ExitCode
}

/** 0: done, the answer is good. 1: done, the answer is bad. 2: could not run. */
export type ExitCode = 0 | 1 | 2

/** A stream that may be a terminal; Node's own standard streams are. */
export type TerminalOutput = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** Functions that colour text, or return it as it is. */
export type Colors = ReturnType<typeof createColors>

/**
 * Returns the colour functions for one output: plain when `NO_COLOR` is set to anything but the empty string
 * (no-color.org), coloured when `FORCE_COLOR` is set to anything but `0` or `false`, else by whether it is a terminal.
 */
export function colorsFor(output: TerminalOutput, env: Terminal['env']): Colors {
  return createColors(wantsColor(output, env))
}

function wantsColor(output: TerminalOutput, env: Terminal['env']): boolean {
  const force = env['FORCE_COLOR']
  if (env['NO_COLOR']) return false
  if (force) return force !== '0' && force !== 'false'
  return output.isTTY === true && env['TERM'] !== 'dumb'
}
