import { runCli } from './run-cli.ts'

const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort())
process.once('SIGTERM', () => interrupted.abort())

// A reader that went away (`cordon … | head`) wants no more output, and no complaint. What a shell reports for SIGPIPE, not
// 0: a check that was cut short has not passed.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 141 : 2))
// Nobody hears that nobody listens; without this the process would end with 1, which means something else here.
process.stderr.on('error', () => {})

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

// A FIFO without a writer keeps a thread in open(2), and `process.exit` would wait for that thread.
process.removeAllListeners('SIGINT')
if (interrupted.signal.aborted) setTimeout(() => process.kill(process.pid, 'SIGINT'), 500).unref()
