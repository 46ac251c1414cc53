import { constants } from 'node:os'
import { runCli } from './run-cli.ts'

const interrupted = new AbortController()
const SIGNALS = ['SIGINT', 'SIGTERM'] as const
let received: (typeof SIGNALS)[number] | undefined
for (const signal of SIGNALS) {
  process.once(signal, () => {
    received ??= signal
    interrupted.abort()
  })
}

// A reader that went away (`cordon … | head`) wants no more output, and no complaint. What a shell reports for SIGPIPE, not
// 0: a check that was cut short has not passed.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(141)
  process.stderr.write(`cordon: the output cannot be written (${code})\n`)
  process.exit(2)
})
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

// A gateway that was told to end, and drained, did what it was asked; else what a shell reports for the signal.
const hasDrained = process.argv[2] === 'serve' && received === 'SIGTERM' && exitCode === 0
process.exitCode = received === undefined || hasDrained ? exitCode : 128 + constants.signals[received]

// A FIFO without a writer keeps a thread in open(2), and `process.exit` would wait for that thread.
for (const signal of SIGNALS) process.removeAllListeners(signal)
if (received !== undefined) setTimeout(process.kill, 500, process.pid, received).unref()
