import { runCli } from './run-cli.ts'

const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort())
process.once('SIGTERM', () => interrupted.abort())

// A reader that went away (`cordon … | head`) wants no more output, and no complaint.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2))

const exitCode = await runCli(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  signal: interrupted.signal,
  exitCode: 0,
})

// 130 is what a shell reports for a command that was interrupted.
process.exitCode = interrupted.signal.aborted ? 130 : exitCode
