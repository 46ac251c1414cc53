// What a durable row costs, against one fdatasync at a time on the same file system in the same run.
// npm run build, then: npx tsx packages/audit/bench/append-rows.bench.ts [--json] [directory]
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAudit } from '@cordon/audit'

const ROUNDS = 5
const SECONDS = 1
const parent = process.argv.slice(2).find((argument) => !argument.startsWith('-')) ?? tmpdir()
const directory = mkdtempSync(join(parent, 'cordon-audit-bench-'))

/** That of a gateway's row: 548 bytes on disk. */
const payload = {
  persona_handle: 'harbour-clerk@1.4.0',
  persona_id: 'harbour-clerk',
  persona_version: '1.4.0',
  request_id: 'req_01HZK9R8M3X5C8Q4',
  trace_id: null,
  source_path: 'personas/harbour-clerk@1.4.0.md',
  source_hash: 'a'.repeat(64),
  integrity: 'sealed',
}
const plainRow = `${'x'.repeat(547)}\n`

interface Measured {
  readonly rowsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly cpuUsPerRow: number
}

/** Nothing but the system's two calls, without a thread or an event loop in between: what the disk can do. */
function measureSyncs(rows: number, round: number): Measured {
  const fd = openSync(join(directory, `plain-${rows}-${round}`), 'a')
  const batch = Buffer.from(plainRow.repeat(rows))
  const latencies: number[] = []
  const meter = startMeter()
  for (let before = performance.now(); before < meter.until; ) {
    writeSync(fd, batch)
    fdatasyncSync(fd)
    const after = performance.now()
    latencies.push(after - before)
    before = after
  }
  const measured = meter.stop(latencies, rows)
  closeSync(fd)
  return measured
}

/** Closed loop: every waiter appends again as soon as its row is on disk. */
async function measureAppends(waiters: number, round: number): Promise<Measured> {
  const log = await openAudit(directory, { chain: `w${waiters}-${round}` })
  const latencies: number[] = []
  const meter = startMeter()
  const waiter = async (): Promise<void> => {
    for (let before = performance.now(); before < meter.until; ) {
      await log.append('ai.persona_loaded', payload)
      const after = performance.now()
      latencies.push(after - before)
      before = after
    }
  }
  await Promise.all(Array.from({ length: waiters }, waiter))
  const measured = meter.stop(latencies)
  await log.close()
  return measured
}

function startMeter(): {
  until: number
  stop: (latencies: number[], rowsEach?: number) => Measured
} {
  const startedAt = performance.now()
  const startedCpu = process.cpuUsage()
  return {
    until: startedAt + SECONDS * 1000,
    stop(latencies, rowsEach = 1) {
      const seconds = (performance.now() - startedAt) / 1000
      const { user, system } = process.cpuUsage(startedCpu)
      const rows = latencies.length * rowsEach
      latencies.sort((a, b) => a - b)
      return {
        rowsPerSecond: rows / seconds,
        p50Ms: quantile(latencies, 0.5),
        p99Ms: quantile(latencies, 0.99),
        cpuUsPerRow: (user + system) / rows,
      }
    },
  }
}

function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
}

const subjects: readonly (readonly [string, (round: number) => Measured | Promise<Measured>])[] = [
  ...[1, 64].map(
    (rows) => [`write + fdatasync, ${rows} at a time`, (round: number) => measureSyncs(rows, round)] as const,
  ),
  ...[1, 16, 64, 256].map(
    (waiters) => [`append, ${waiters} waiting`, (round: number) => measureAppends(waiters, round)] as const,
  ),
]
const rounds = new Map<string, Measured[]>(subjects.map(([name]) => [name, []]))
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, measure] of subjects) rounds.get(name)?.push(await measure(round))
}
rmSync(directory, { recursive: true, force: true })

const results = [...rounds].map(([name, measured]) => ({
  name,
  rowsPerSecond: Math.round(median(measured.map((one) => one.rowsPerSecond))),
  p50Ms: Number(median(measured.map((one) => one.p50Ms)).toFixed(3)),
  p99Ms: Number(median(measured.map((one) => one.p99Ms)).toFixed(3)),
  cpuUsPerRow: Number(median(measured.map((one) => one.cpuUsPerRow)).toFixed(1)),
}))
const [single, most, one, , many] = results
const ratios = {
  rowsAt64PerSingleSync: Number(((many?.rowsPerSecond ?? 0) / (single?.rowsPerSecond ?? 1)).toFixed(1)),
  diskAt64PerSingleSync: Number(((most?.rowsPerSecond ?? 0) / (single?.rowsPerSecond ?? 1)).toFixed(1)),
  latencyAt1PerSingleSync: Number(((one?.p50Ms ?? 0) / (single?.p50Ms ?? 1)).toFixed(2)),
}
if (process.argv.includes('--json')) console.log(JSON.stringify({ node: process.version, results, ratios }))
else {
  console.table(results)
  console.log(`64 waiting: ${ratios.rowsAt64PerSingleSync} x the rows of one sync at a time (asked: 25)`)
  console.log(`64 in one write and nothing else: ${ratios.diskAt64PerSingleSync} x`)
  console.log(`1 waiting: median ${ratios.latencyAt1PerSingleSync} x one sync (asked: at most 2.5)`)
}
