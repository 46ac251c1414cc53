// Time and memory of verifyAudit, for a small log and a large one: the memory must not grow with the log.
// npm run build, then: npx tsx packages/audit/bench/verify-log.bench.ts [--json] [--mib=1024] [directory]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openAudit, verifyAudit } from '@cordon/audit'

const MIB = 1024 * 1024
const CHILD = '--child'
const [, , ...args] = process.argv

interface Measured {
  readonly mib: number
  readonly rows: number
  readonly seconds: number
  readonly mibPerSecond: number
  readonly cpuUsPerRow: number
  readonly maxRssMib: number
}

if (args[0] === CHILD) process.send?.(await verify(args[1] ?? '', Number(args[2])))
else await main()

async function verify(directory: string, mib: number): Promise<Measured> {
  const startedAt = performance.now()
  const startedCpu = process.cpuUsage()
  const verdict = await verifyAudit(directory)
  if (verdict.status !== 'ok') throw new Error(`the log of the benchmark is broken: ${verdict.reason}`)
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(startedCpu)
  return {
    mib,
    rows: verdict.rows,
    seconds: round(seconds),
    mibPerSecond: round(mib / seconds),
    cpuUsPerRow: round((user + system) / verdict.rows),
    maxRssMib: round(process.resourceUsage().maxRSS / 1024),
  }
}

async function main(): Promise<void> {
  const largest = Number(
    args.find((argument) => argument.startsWith('--mib='))?.slice('--mib='.length) ?? 1024,
  )
  const parent = args.find((argument) => !argument.startsWith('-')) ?? tmpdir()
  const results: Measured[] = []
  for (const mib of [largest / 64, largest]) {
    const directory = mkdtempSync(join(parent, 'cordon-audit-bench-'))
    try {
      await writeLog(directory, mib * MIB)
      const child = fork(fileURLToPath(import.meta.url), [CHILD, directory, String(mib)])
      const [measured]: Measured[] = await once(child, 'message')
      if (measured !== undefined) results.push(measured)
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  }
  if (args.includes('--json')) console.log(JSON.stringify({ node: process.version, results }))
  else console.table(results)
}

/** Rows as long as a gateway's, about 450 bytes; large batches, so that the writing does not take longer than it must. */
async function writeLog(directory: string, bytes: number): Promise<void> {
  let written = 0
  const log = await openAudit(directory, {
    onEvent: (event) => {
      if (event.type === 'batch-sync') written += event.bytes
    },
  })
  for (let batch = 0; written < bytes; batch += 1) {
    const rows = Array.from({ length: 2000 }, (_, row) =>
      log.append('ai.persona_loaded', {
        persona_handle: 'harbour-clerk@1.4.0',
        persona_id: 'harbour-clerk',
        persona_version: '1.4.0',
        request_id: `req-${batch}-${row}`,
        trace_id: null,
        source_path: 'personas/harbour-clerk@1.4.0.md',
        source_hash: 'a'.repeat(64),
        integrity: 'sealed',
      }),
    )
    await Promise.all(rows)
  }
  await log.close()
}

function round(value: number): number {
  return Number(value.toFixed(1))
}
