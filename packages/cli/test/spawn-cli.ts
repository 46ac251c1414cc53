import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RunOptions, RunResult } from './run-in-process.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** Runs the command as a process of its own, from source; its environment is `options.env` and PATH, nothing else. */
export function spawnCli(
  args: readonly string[],
  options: Omit<RunOptions, 'isTTY' | 'stdin'> & { readonly stdin?: string | Uint8Array } = {},
): Promise<RunResult> {
  const { stdin = '', env = {}, cwd = process.cwd(), signal } = options
  const child = spawn(
    process.execPath,
    ['--conditions=@cordon/source', '--import', import.meta.resolve('tsx'), main, ...args],
    { cwd, env: { PATH: process.env['PATH'], ...env }, ...(signal && { signal }) },
  )
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  child.stdin.on('error', () => {}) // the command may leave before it has read everything
  child.stdin.end(stdin)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      resolve({
        code: code ?? -1,
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
      })
    })
  })
}
