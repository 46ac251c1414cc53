// Times the built `cordon`: `serve` from its spawn to the line that says it listens, the other commands to their end.
//   npx tsx --conditions=@cordon/source packages/cli/bench/start-cordon.bench.ts [--json] [--rounds=15] [--only=serve] [--bin=FILE …]
// Each --bin is a bin/cordon.js to compare, in the same rounds; without one it is this package's own, which must be built.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const optionsNamed = (name: string): string[] =>
  process.argv.flatMap((word) => (word.startsWith(`--${name}=`) ? [word.slice(name.length + 3)] : []))
const ROUNDS = Number(optionsNamed('rounds')[0] ?? 15)
const ONLY = optionsNamed('only')[0] ?? ''
const IDLE_MS = 300
const OWN_BIN = fileURLToPath(new URL('../bin/cordon.js', import.meta.url))

const COMMANDS = [
  { name: 'serve', args: ['serve', '--config', 'cordon.yaml'] },
  { name: '--version', args: ['--version'] },
  { name: 'sanitize', args: ['sanitize', '-'] },
  { name: 'wrap', args: ['wrap', '-'] },
].filter(({ name }) => name.startsWith(ONLY))

interface Start {
  readonly ms: number
  /** Of a server that had nothing to do for a moment. */
  readonly residentMib?: number
}

function writeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cordon-start-'))
  mkdirSync(join(folder, 'personas'))
  writeFileSync(
    join(folder, 'personas', 'harbour-clerk@1.0.0.md'),
    '---\nid: harbour-clerk\nversion: 1.0.0\n---\n\nYou keep the ledger.\n',
  )
  const config = {
    listen: { port: 0 },
    personas: { directory: 'personas' },
    audit: { directory: 'audit' },
    upstreams: [{ name: 'local', baseUrl: 'http://127.0.0.1:9/v1' }],
  }
  writeFileSync(join(folder, 'cordon.yaml'), JSON.stringify(config))
  return folder
}

async function start(args: readonly string[], cwd: string): Promise<Start> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, { cwd, stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = new Promise<number>((resolve) => child.once('exit', () => resolve(performance.now())))
  child.stdin?.end('Hello\n')
  if (!args.includes('serve')) return { ms: (await ended) - startedAt }
  const listensAt = await Promise.race([whenListening(child), ended])
  if (child.exitCode !== null) throw new Error('cordon serve did not start')
  await sleep(IDLE_MS)
  const residentMib =
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
  child.kill()
  await ended
  return { ms: listensAt - startedAt, residentMib }
}

function whenListening({ stderr }: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    let text = ''
    stderr?.on('data', (piece) => {
      text += piece
      if (text.includes('cordon gateway on ')) resolve(performance.now())
    })
  })
}

function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

const given = optionsNamed('bin')
const bins = given.length === 0 ? [OWN_BIN] : given
const cells = [
  { name: 'node -e 0', args: ['-e', '0'] },
  ...COMMANDS.flatMap(({ name, args }) =>
    bins.map((bin, index) => ({
      name: bins.length > 1 ? `${name} (${index + 1})` : name,
      args: [bin, ...args],
    })),
  ),
]
const folder = writeFolder()
const starts = new Map<string, Start[]>(cells.map(({ name }) => [name, []]))
// The first round warms the system's file cache.
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const { name, args } of cells) {
    const measured = await start(args, folder)
    if (round > 0) starts.get(name)?.push(measured)
  }
}
rmSync(folder, { recursive: true })
const rows = [...starts].map(([name, measured]) => ({
  name,
  medianMs: quantile(
    measured.map(({ ms }) => ms),
    0.5,
  ),
  leastMs: quantile(
    measured.map(({ ms }) => ms),
    0,
  ),
  p90Ms: quantile(
    measured.map(({ ms }) => ms),
    0.9,
  ),
  residentMib: quantile(
    measured.flatMap(({ residentMib }) => residentMib ?? []),
    0.5,
  ),
}))
if (process.argv.includes('--json')) console.log(JSON.stringify({ node: process.version, rows }))
else {
  console.log('start            median ms  least ms  p90 ms  idle MiB')
  for (const { name, medianMs, leastMs, p90Ms, residentMib } of rows) {
    const number = (value: number, digits: number, width: number): string =>
      (Number.isNaN(value) ? '' : value.toFixed(digits)).padStart(width)
    console.log(
      name.padEnd(16),
      number(medianMs, 0, 9),
      number(leastMs, 0, 9),
      number(p90Ms, 0, 7),
      number(residentMib, 1, 9),
    )
  }
}
