// Compares the gateway with a bare proxy, a proxy that writes to disk, and Portkey's: one run, interleaved, on loopback.
//   npx tsx --conditions=@cordon/source packages/gateway/bench/load-gateway.bench.ts [--json] [--rounds=3] [--seconds=3] [--only=json]

import { type LoadResult, percentile, runLoad } from './load.ts'
import {
  buildPackages,
  cpuMs,
  GATEWAY_CORE,
  LOAD_CORE,
  pin,
  residentMib,
  startPortkey,
  startTarget,
  type Target,
} from './processes.ts'

const option = (name: string, fallback: number): number =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? fallback)
const ROUNDS = option('rounds', 3)
const SECONDS = option('seconds', 3)
const ONLY = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length) ?? ''
/** V8 still compiles the gateway's functions after ten thousand. */
const WARM_UP_REQUESTS = option('warm', 20_000)

interface Cell {
  readonly name: string
  readonly model: string
  readonly connections: number
  readonly padBytes?: number
  readonly maxRequests?: number
}

const ALL_CELLS: readonly Cell[] = [
  { name: 'json 1', model: 'bench-json', connections: 1 },
  { name: 'json 16', model: 'bench-json', connections: 16 },
  { name: 'json 64', model: 'bench-json', connections: 64 },
  { name: 'json 64 KiB, 16', model: 'bench-json', connections: 16, padBytes: 64 * 1024 },
  { name: 'json 1 MiB, 4', model: 'bench-json', connections: 4, padBytes: 1024 * 1024 },
  { name: 'stream paced 1', model: 'bench-stream-paced', connections: 1, maxRequests: 16 },
  { name: 'stream burst 16', model: 'bench-stream', connections: 16, maxRequests: 600 },
]

const CELLS = ALL_CELLS.filter(({ name }) => name.startsWith(ONLY))

interface Row {
  readonly target: string
  readonly cell: string
  readonly requests: number
  readonly errors: number
  readonly perSecond: number
  readonly cpuUs: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly firstByteMs: number
}

function bodyFor(target: Target, { model, padBytes = 0 }: Cell): string {
  const text = 'Say this is a test. '.repeat(15) + 'x'.repeat(padBytes)
  // Portkey gets a plain conversation; the bare proxy gets the very bytes that the gateway gets.
  const plain = target.name === 'portkey'
  return JSON.stringify({
    model,
    ...(plain ? {} : { agent_persona: 'harbour-clerk@1.0.0' }),
    ...(model === 'bench-json' ? {} : { stream: true }),
    temperature: 0.2,
    messages: [
      { role: 'system', content: 'You are a helpful assistant.' },
      { role: 'user', content: plain ? text : [{ type: 'text', text, untrusted: true, label: 'MAIL' }] },
    ],
  })
}

async function measure(target: Target, cell: Cell, headers: Record<string, string>): Promise<Row> {
  const before = cpuMs(target)
  const result: LoadResult = await runLoad({
    port: target.port,
    body: bodyFor(target, cell),
    headers,
    connections: cell.connections,
    maxRequests: cell.maxRequests ?? Number.POSITIVE_INFINITY,
    maxMs: SECONDS * 1000,
  })
  return {
    target: target.name,
    cell: cell.name,
    requests: result.requests,
    errors: result.errors,
    perSecond: (result.requests * 1000) / result.durationMs,
    cpuUs: ((cpuMs(target) - before) * 1000) / result.requests,
    p50Ms: percentile(result.latencies, 0.5),
    p99Ms: percentile(result.latencies, 0.99),
    firstByteMs: percentile(result.firstBytes, 0.5),
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}

function summarize(rows: readonly Row[], targets: readonly Target[]): Row[] {
  return CELLS.flatMap(({ name }) =>
    targets.flatMap((target) => {
      const own = rows.filter((row) => row.cell === name && row.target === target.name)
      const of = (key: 'perSecond' | 'cpuUs' | 'p50Ms' | 'p99Ms' | 'firstByteMs'): number =>
        median(own.map((row) => row[key]))
      const sum = (key: 'requests' | 'errors'): number => own.reduce((total, row) => total + row[key], 0)
      return own.length === 0
        ? []
        : [
            {
              target: target.name,
              cell: name,
              requests: sum('requests'),
              errors: sum('errors'),
              perSecond: of('perSecond'),
              cpuUs: of('cpuUs'),
              p50Ms: of('p50Ms'),
              p99Ms: of('p99Ms'),
              firstByteMs: of('firstByteMs'),
            },
          ]
    }),
  )
}

function print(rows: readonly Row[]): void {
  const bare = new Map(rows.filter(({ target }) => target === 'bare-proxy').map((row) => [row.cell, row]))
  console.log(
    'cell              target          req/s   CPU us   p50 ms   p99 ms  first ms  errors  CPU/bare  rps/bare',
  )
  for (const row of rows) {
    const base = bare.get(row.cell)
    const ratio = (value: number | undefined): string =>
      (value === undefined ? '' : value.toFixed(2)).padStart(9)
    console.log(
      row.cell.padEnd(17),
      row.target.padEnd(13),
      row.perSecond.toFixed(0).padStart(7),
      row.cpuUs.toFixed(0).padStart(8),
      row.p50Ms.toFixed(2).padStart(8),
      row.p99Ms.toFixed(2).padStart(8),
      row.firstByteMs.toFixed(2).padStart(9),
      String(row.errors).padStart(7),
      ratio(base && row.cpuUs / base.cpuUs),
      ratio(base && row.perSecond / base.perSecond),
    )
  }
}

if (!process.argv.includes('--no-build')) buildPackages()
pin(process, LOAD_CORE)
const mock = await startTarget('mock-upstream', LOAD_CORE)
const upstream = `http://127.0.0.1:${mock.port}`
const started = [
  await startTarget('bare-proxy', GATEWAY_CORE, upstream),
  await startTarget('durable-proxy', GATEWAY_CORE, upstream),
  await startTarget('cordon', GATEWAY_CORE, upstream),
  process.argv.includes('--no-portkey') ? undefined : await startPortkey(GATEWAY_CORE),
]
const gateways = started.filter((target) => target !== undefined)
const headersFor = (target: Target): Record<string, string> =>
  target.name === 'portkey'
    ? {
        authorization: 'Bearer sk-bench',
        'x-portkey-provider': 'openai',
        'x-portkey-custom-host': `${upstream}/v1`,
      }
    : { authorization: 'Bearer sk-bench' }

const [first] = CELLS
for (const target of gateways) {
  if (first === undefined) break
  await runLoad({
    port: target.port,
    body: bodyFor(target, first),
    headers: headersFor(target),
    connections: 16,
    maxRequests: WARM_UP_REQUESTS,
  })
}
const rows: Row[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  for (const cell of CELLS) {
    for (const target of [{ ...mock, name: 'direct' }, ...gateways]) {
      rows.push(await measure(target, cell, headersFor(target)))
    }
  }
}
const summary = summarize(rows, [{ ...mock, name: 'direct' }, ...gateways])
const memory = Object.fromEntries(gateways.map((target) => [target.name, Math.round(residentMib(target))]))
if (process.argv.includes('--json'))
  console.log(JSON.stringify({ node: process.version, summary, memory, rows }))
else {
  print(summary)
  console.log('resident MiB after the run:', memory)
}
for (const { child } of [mock, ...gateways]) child.kill()
