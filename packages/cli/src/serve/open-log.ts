import { destination, type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino'
import type { Terminal } from '../terminal/terminal.ts'

export interface ServerLog {
  readonly logger: Logger
  /** Writes out what is still in memory. */
  flush(): void
}

/** Returns a log of JSON lines on standard output, written in the background where that is the process's own. */
export function openLog({ stdout }: Terminal, level: string): ServerLog {
  const options: LoggerOptions = { level, base: null, timestamp: stdTimeFunctions.isoTime }
  if (stdout !== process.stdout) return { logger: pino(options, stdout), flush: () => {} }
  const output = destination({ dest: 1, sync: false })
  return { logger: pino(options, output), flush: () => output.flushSync() }
}
