// Run with a limit of 1 MiB on files: a line is cut by it, room is made, and another line follows.
import { openSync, readFileSync, truncateSync } from 'node:fs'
import { LineOutput } from '../src/serve/line-output.ts'

const codes: unknown[] = []
const output = new LineOutput(openSync('log', 'a'), (error) =>
  codes.push((error as NodeJS.ErrnoException).code),
)
output.write(`${'x'.repeat(2 * 2 ** 20)}\n`)
await output.flush()
truncateSync('log', 3)
output.write('whole\n')
await output.flush()
console.log(JSON.stringify({ codes, log: readFileSync('log', 'utf8') }))
