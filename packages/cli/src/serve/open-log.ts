import { type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino'
import { codeOf } from '../input/read-input.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { LineOutput } from './line-output.ts'

export interface ServerLog {
  readonly logger: Logger
  /** Resolves when what was logged is written out, as far as it can be. */
  flush(): Promise<void>
}

/** Returns a log of JSON lines on standard output, written in the background where that is the process's own. */
export function openLog({ stdout, stderr }: Terminal, level: string): ServerLog {
  const options: LoggerOptions = { level, base: null, timestamp: stdTimeFunctions.isoTime }
  if (stdout !== process.stdout) return { logger: pino(options, stdout), flush: async () => {} }
  const output = new LineOutput(process.stdout.fd, (error) => {
    stderr.write(
      `cordon: warning: the log cannot be written (${codeOf(error)}); its lines are lost meanwhile\n`,
    )
  })
  // An error that nobody catches ends the process without a flush.
  const writeRest = (): void => output.writeRest()
  process.once('exit', writeRest)
  return {
    logger: pino(options, output),
    async flush() {
      await output.flush()
      process.off('exit', writeRest)
    },
  }
}
