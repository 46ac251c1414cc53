import { PassThrough, Readable, Writable } from 'node:stream'
import { runCli, type TerminalOutput } from '@cordon/cli'

export interface RunOptions {
  /** What `-` reads. */
  readonly stdin?: string | Uint8Array | readonly (string | Uint8Array)[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Whether stdout and stderr claim to be a terminal. */
  readonly isTTY?: boolean
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
    signal = new AbortController().signal,
  } = options
  const stdout = collect(isTTY)
  const stderr = collect(isTTY)
  const chunks = typeof stdin === 'string' || stdin instanceof Uint8Array ? [stdin] : stdin
  const code = await runCli(args, {
    stdin: Readable.from(chunks.map((chunk) => Buffer.from(chunk))).pipe(new PassThrough()),
    stdout: stdout.output,
    stderr: stderr.output,
    env,
    cwd,
    signal,
    exitCode: 0,
  })
  return { code, stdout: stdout.text(), stderr: stderr.text() }
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
