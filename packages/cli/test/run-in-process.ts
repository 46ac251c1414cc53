import { PassThrough, Readable, Writable } from 'node:stream'
import { runCli, type TerminalOutput } from '@cordon/cli'

export interface RunOptions {
  /** What `-` reads. */
  readonly stdin?: string | Uint8Array | readonly (string | Uint8Array)[] | Readable
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Whether stdout and stderr claim to be a terminal. */
  readonly isTTY?: boolean
  /** What stderr claims where it differs. */
  readonly stderrIsTTY?: boolean
  readonly signal?: AbortSignal
}

export interface RunResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a `cordon` command line in this process with streams of its own. */
export async function runInProcess(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const {
    stdin = '',
    env = {},
    cwd = process.cwd(),
    isTTY = false,
    stderrIsTTY = isTTY,
    signal = new AbortController().signal,
  } = options
  const stdout = collect(isTTY)
  const stderr = collect(stderrIsTTY)
  const code = await runCli(args, {
    stdin: stdin instanceof Readable ? stdin : readableOf(stdin),
    stdout: stdout.output,
    stderr: stderr.output,
    env,
    cwd,
    signal,
    exitCode: 0,
  })
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

function readableOf(content: Exclude<RunOptions['stdin'], Readable | undefined>): Readable {
  const chunks = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
  return Readable.from(chunks.map((chunk) => Buffer.from(chunk))).pipe(new PassThrough())
}

function collect(isTTY: boolean): { output: TerminalOutput; text: () => string } {
  const chunks: Buffer[] = []
  const output = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(Buffer.from(chunk))
      done()
    },
  })
  return { output: Object.assign(output, { isTTY }), text: () => Buffer.concat(chunks).toString() }
}
