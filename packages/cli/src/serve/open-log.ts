import { destination, type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino'
import type { Terminal } from '../terminal.ts'

export interface ServerLog {
  readonly logger: Logger
  /** Writes out what is still in memory. */
  flush(): void
}

/** `pino` tells a destination that has this the level of each line. */
const METADATA = Symbol.for('pino.metadata')
const INFO_LEVEL = 30

/**
 * Returns a log of JSON lines on standard output. Where that is the process's own, they are written in the background,
 * several at a time: a system call for each line costs more than the line. None waits longer than 250 ms, none above
 * `info` waits at all, and what waits when the process ends or crashes is written then.
 */
export function openLog({ stdout }: Terminal, level: string): ServerLog {
  const options: LoggerOptions = { level, base: null, timestamp: stdTimeFunctions.isoTime }
  if (stdout !== process.stdout) return { logger: pino(options, stdout), flush: () => {} }
  const output = destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 250 })
  const lines = {
    [METADATA]: true,
    lastLevel: 0,
    write(line: string) {
      output.write(line)
      if (this.lastLevel > INFO_LEVEL) output.flush()
    },
  }
  return { logger: pino(options, lines), flush: () => output.flushSync() }
}
