import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { RunOptions, RunResult } from './run-in-process.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export type SpawnOptions = Pick<RunOptions, 'env' | 'cwd'> & {
  /** Written to standard input, which then ends; left open when `null`; a number is a descriptor to read from. */
  readonly stdin?: string | Uint8Array | number | null
  /** Descriptor for standard output; then none of it is returned. */
  readonly stdout?: number
}

/** Runs the command as a process of its own, from source; its environment is `options.env` and PATH, nothing else. */
export function spawnCli(args: readonly string[], options: SpawnOptions = {}): Promise<RunResult> {
  return startCli(args, options).result
}

/** Starts the command as {@link spawnCli} does, for a test that has to act while it runs. */
export function startCli(
  args: readonly string[],
  { stdin = '', stdout: descriptor, env = {}, cwd = process.cwd() }: SpawnOptions = {},
): { readonly child: ChildProcess; readonly result: Promise<RunResult> } {
  const child = spawn(
    process.execPath,
    ['--conditions=@cordon/source', '--import', import.meta.resolve('tsx'), main, ...args],
    {
      cwd,
      env: { PATH: process.env['PATH'], ...env },
      stdio: [typeof stdin === 'number' ? stdin : 'pipe', descriptor ?? 'pipe', 'pipe'],
    },
  )
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk))
  child.stdin?.on('error', () => {}) // the command may leave before it has read everything
  if (typeof stdin !== 'number' && stdin !== null) child.stdin?.end(stdin)
  const result = new Promise<RunResult>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      resolve({
        // As a shell reports it.
        code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]),
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
      })
    })
  })
  return { child, result }
}
