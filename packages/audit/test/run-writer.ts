import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { AuditHead } from '@cordon/audit'
import { build } from 'vite'

export interface WriterTask {
  readonly directory: string
  readonly chain?: string
  readonly waiters?: number
  readonly rows?: number
  readonly payload?: string
  /** Killed with SIGKILL as soon as it has told of so many rows. */
  readonly killAfter?: number
  /** Longest file, in KiB, that the system lets it write. */
  readonly maxFileKiB?: number
}

export interface WriterResult {
  /** Rows that it was told to be on disk. */
  readonly receipts: readonly AuditHead[]
  /** Codes of the errors that it met, in order. */
  readonly errors: readonly string[]
  readonly signal: NodeJS.Signals | null
}

/** Compiles the program of the writing processes, once for a test file; returns its path. */
export async function compileWriter(directory: string): Promise<string> {
  const conditions = ['@cordon/source']
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions },
    ssr: { noExternal: true, resolve: { conditions } },
    build: {
      ssr: fileURLToPath(new URL('./writer-process.ts', import.meta.url)),
      outDir: directory,
      rolldownOptions: { output: { entryFileNames: 'writer.mjs' } },
    },
  })
  return join(directory, 'writer.mjs')
}

/** Runs a writer as a process of its own until it ends or is killed. */
export async function runWriter(program: string, task: WriterTask): Promise<WriterResult> {
  const { directory, chain = 'main', waiters = 1, rows = 1, payload = 'x', killAfter, maxFileKiB } = task
  const argument = JSON.stringify({ directory, chain, waiters, rows, payload })
  const limit = maxFileKiB === undefined ? '' : `ulimit -f ${maxFileKiB}; `
  const command = `${limit}exec "$0" "$@"`
  const child = spawn('bash', ['-c', command, process.execPath, program, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const receipts: AuditHead[] = []
  const errors: string[] = []
  const ended = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (_code, signal) => resolve(signal))
  })
  for await (const line of createInterface({ input: child.stdout })) {
    // Of a process that is killed, the last line may be torn: it did not get to say it.
    const said = parse(line)
    if (typeof said === 'string') errors.push(said)
    else if (said !== undefined) receipts.push(said)
    if (receipts.length === killAfter) kill(child)
  }
  return { receipts, errors, signal: await ended }
}

function kill(child: ChildProcess): void {
  // `exec` above made the shell the writer itself, so this id is the writer's.
  child.kill('SIGKILL')
}

function parse(line: string): AuditHead | string | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
