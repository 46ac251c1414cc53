// What a verified load costs against one SHA-256 of the same body, and what 10,000 personas cost to open, keep and reload
// against parsing their frontmatter with `yaml` alone. Everything is a ratio within one run, or a limit of the requirements.
// npm run build, then: npx tsx packages/personas/bench/load-persona.bench.ts [--json]
import crypto from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openRegistry, type PersonaRegistry } from '@cordon/personas/registry'
import { sealPersonas } from '@cordon/personas/seal'
import { parse } from 'yaml'

const MANY = 10_000
const BODY_BYTES = 4096
const ROUNDS = 40
const CALLS_PER_ROUND = 250
const BATCHES = 200
const BATCH = 50
const OPEN_ROUNDS = 3

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
const folder = mkdtempSync(join(tmpdir(), 'personas-bench-'))

const frontmatterOf = (id: string): string => `id: ${id}
version: 1.0.0
allowed_tools:
  - draft_email
  - search_kb
  - summarise_kb
  - escalate_to_human
traits:
  - founder-voice
  - concise
  - action-oriented
llm_hints:
  temperature: 0.4
  max_tokens: 1024
  stop_sequences:
    - "</persona>"
`

function writePersona(directory: string, id: string, mark = ''): void {
  const body = `${mark}${id} keeps the ledger of the harbour and says so. `
    .repeat(BODY_BYTES)
    .slice(0, BODY_BYTES - 1)
  writeFileSync(join(directory, `${id}@1.0.0.md`), `---\n${frontmatterOf(id)}---\n\n${body}\n`)
}

function makeDirectory(count: number): string {
  const directory = mkdtempSync(join(folder, 'd-'))
  for (let index = 0; index < count; index += 1) writePersona(directory, `clerk-${index}`)
  return directory
}

const median = (values: readonly number[]): number => quantile(values, 0.5)
const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? Number.NaN

/** Median µs of one call, in batches, because one call is near the clock's own price. */
function timeBatches(tasks: Readonly<Record<string, () => unknown>>): Record<string, number> {
  const samples = new Map(Object.keys(tasks).map((name) => [name, [] as number[]]))
  for (let round = 0; round < BATCHES; round += 1) {
    for (const [name, task] of Object.entries(tasks)) {
      const before = performance.now()
      for (let call = 0; call < BATCH; call += 1) task()
      samples.get(name)?.push(((performance.now() - before) * 1000) / BATCH)
    }
  }
  return Object.fromEntries([...samples].map(([name, values]) => [name, median(values)]))
}

/** 99th percentile in µs of single calls. */
function p99Of(task: () => unknown): number {
  const values: number[] = []
  for (let call = 0; call < ROUNDS * CALLS_PER_ROUND; call += 1) {
    const before = performance.now()
    task()
    values.push((performance.now() - before) * 1000)
  }
  return quantile(values, 0.99)
}

async function measureLoads() {
  const directory = makeDirectory(10)
  await sealPersonas(directory)
  const live = await openRegistry(directory, { integrity: 'live' })
  const sealed = await openRegistry(directory, { integrity: 'sealed', unsigned: true })
  await new Promise((resolve) => setTimeout(resolve, 100))
  const handle = 'clerk-3@1.0.0'
  const bytes = Buffer.from(live.load(handle).body)
  const tasks = {
    sha256: () => crypto.hash('sha256', bytes, 'hex'),
    live: () => live.load(handle),
    sealed: () => sealed.load(handle),
  }
  timeBatches(tasks)
  const us = timeBatches(tasks)
  const p99 = { live: p99Of(tasks.live), sealed: p99Of(tasks.sealed) }
  const same =
    new Set(await Promise.all(Array.from({ length: 100 }, async () => sealed.load(handle)))).size === 1
  await live.close()
  await sealed.close()
  return { us, p99, same }
}

async function measureMany() {
  const directory = makeDirectory(MANY)
  const texts = Array.from({ length: MANY }, (_, index) => frontmatterOf(`clerk-${index}`))
  const yamlMs: number[] = []
  const openMs: number[] = []
  const yamlCpuMs: number[] = []
  const openCpuMs: number[] = []
  let registry: PersonaRegistry | undefined
  let retainedBytes = 0
  for (let round = 0; round < OPEN_ROUNDS; round += 1) {
    await registry?.close()
    registry = undefined
    const parseAll = async () => {
      for (const text of texts) parse(text)
    }
    yamlCpuMs.push(await timeProcessor(async () => yamlMs.push(await time(parseAll))))
    collectGarbage()
    const before = memoryInUse()
    const openAll = async () => {
      registry = await openRegistry(directory, { integrity: 'live' })
    }
    openCpuMs.push(await timeProcessor(async () => openMs.push(await time(openAll))))
    collectGarbage()
    // Of the first round only: in later ones the registry before may still be around.
    if (round === 0) retainedBytes = memoryInUse() - before
  }
  if (registry === undefined) throw new Error('no registry')
  const reloadMs = await measureReload(directory, registry)
  const few = await openRegistry(makeDirectory(10), { integrity: 'live' })
  const many = registry
  const tasks = { few: () => few.load('clerk-3@1.0.0'), many: () => many.load('clerk-7777@1.0.0') }
  timeBatches(tasks)
  const us = timeBatches(tasks)
  await few.close()
  await many.close()
  return {
    yamlMs: median(yamlMs),
    openMs: median(openMs),
    cpuRatio: median(openCpuMs) / median(yamlCpuMs),
    retainedMb: retainedBytes / 1e6,
    reloadMs,
    us,
  }
}

/** From the write of one file until a load gives its new body; the median of five. */
async function measureReload(directory: string, registry: PersonaRegistry): Promise<number> {
  const values: number[] = []
  for (let round = 0; round < 5; round += 1) {
    writePersona(directory, 'clerk-5000', `${round} `)
    const before = performance.now()
    while (!registry.load('clerk-5000@1.0.0').body.startsWith(`${round} `)) {
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    values.push(performance.now() - before)
  }
  return median(values)
}

async function measureOpenTen(): Promise<number> {
  const directory = makeDirectory(10)
  return time(async () => (await openRegistry(directory, { integrity: 'live' })).close())
}

async function time(task: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await task()
  return performance.now() - before
}

/** Processor time in ms, which other work on the machine inflates less than the clock. */
async function timeProcessor(task: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await task()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function memoryInUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

try {
  const loads = await measureLoads()
  const openTenMs = await measureOpenTen()
  const many = await measureMany()
  const { sha256 = 1, live = 0, sealed = 0 } = loads.us
  const { few = 1, many: manyUs = 0 } = many.us
  const rows = [
    ['one SHA-256 of 4 KiB, µs', sha256, null],
    ['live load ÷ SHA-256', live / sha256, 3],
    ['sealed load ÷ SHA-256', sealed / sha256, 6],
    ['live load p99, µs', loads.p99.live, 100],
    ['sealed load p99, µs', loads.p99.sealed, 100],
    ['open 10 files, ms', openTenMs, 500],
    ['open 10,000 ÷ yaml alone', many.openMs / many.yamlMs, 2],
    ['the same by processor time', many.cpuRatio, null],
    ['open 10,000, ms', many.openMs, null],
    ['retained by 10,000, MB', many.retainedMb, 150],
    ['reload of 1 among 10,000, ms', many.reloadMs, 500],
    ['live load among 10,000 ÷ among 10', manyUs / few, null],
    ['100 loads at once give one object', loads.same ? 1 : 0, null],
  ] as const
  if (process.argv.includes('--json')) {
    const entries = rows.map(([name, value, limit]) => ({ name, value, limit }))
    process.stdout.write(`${JSON.stringify({ node: process.version, rows: entries }, null, 2)}\n`)
  } else {
    for (const [name, value, limit] of rows) {
      const bound = limit === null ? '' : `  limit ${limit}${value <= limit ? '' : '  EXCEEDED'}`
      process.stdout.write(`${name.padEnd(36)}${value.toFixed(2).padStart(10)}${bound}\n`)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
