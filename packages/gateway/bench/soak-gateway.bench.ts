// Holds 256 connections for a minute, then 10,000 streams: no error, no lost row, and the slope of the memory.
//   npx tsx --conditions=@cordon/source packages/gateway/bench/soak-gateway.bench.ts [--seconds=60] [--streams=10000]
import { runLoad } from './load.ts'
import { buildPackages, GATEWAY_CORE, LOAD_CORE, pin, residentMib, startTarget } from './processes.ts'

const option = (name: string, fallback: number): number =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? fallback)
const SECONDS = option('seconds', 60)
const STREAMS = option('streams', 10_000)
const CONNECTIONS = option('connections', 256)
const SAMPLE_MS = 1_000
/** Rows of one answered request: precheck, persona_loaded, invocation. */
const ROWS_PER_REQUEST = 3

/** Least-squares slope of the samples, in MiB a minute. */
function slopeMibPerMinute(samples: readonly number[]): number {
  const meanX = (samples.length - 1) / 2
  const meanY = samples.reduce((sum, value) => sum + value, 0) / samples.length
  const covariance = samples.reduce((sum, value, index) => sum + (index - meanX) * (value - meanY), 0)
  const variance = samples.reduce((sum, _, index) => sum + (index - meanX) ** 2, 0)
  return ((covariance / variance) * 60_000) / SAMPLE_MS
}

function bodyFor(stream: boolean): string {
  return JSON.stringify({
    model: stream ? 'bench-stream' : 'bench-json',
    agent_persona: 'harbour-clerk@1.0.0',
    ...(stream ? { stream: true } : {}),
    messages: [{ role: 'user', content: 'Say this is a test. '.repeat(15), untrusted: true }],
  })
}

if (!process.argv.includes('--no-build')) buildPackages()
pin(process, LOAD_CORE)
const mock = await startTarget('mock-upstream', LOAD_CORE)
const gateway = await startTarget('cordon', GATEWAY_CORE, `http://127.0.0.1:${mock.port}`)
const { port, child } = gateway
const warm = await runLoad({ port, body: bodyFor(false), connections: 16, maxRequests: 2_000 })

const samples: number[] = []
const sampling = setInterval(() => samples.push(residentMib(gateway)), SAMPLE_MS)
const json = await runLoad({ port, body: bodyFor(false), connections: CONNECTIONS, maxMs: SECONDS * 1_000 })
const steady = samples.slice(Math.floor(samples.length / 3))
const jsonSlope = slopeMibPerMinute(steady)
samples.length = 0
const streams = await runLoad({ port, body: bodyFor(true), connections: CONNECTIONS, maxRequests: STREAMS })
clearInterval(sampling)
const streamSlope = slopeMibPerMinute(samples.slice(Math.floor(samples.length / 3)))

const closed = new Promise<{ rows: number }>((resolve) =>
  child.once('message', (message) => resolve(message as { rows: number })),
)
child.send('stop')
const { rows } = await closed
mock.child.kill()
const expected = (warm.requests + json.requests + streams.requests) * ROWS_PER_REQUEST
console.log(
  JSON.stringify(
    {
      json: {
        requests: json.requests,
        errors: json.errors,
        seconds: SECONDS,
        connections: CONNECTIONS,
        slopeMibPerMinute: jsonSlope,
      },
      streams: { requests: streams.requests, errors: streams.errors, slopeMibPerMinute: streamSlope },
      rows: { expected, written: rows, lost: expected - rows },
      residentMib: { first: steady[0], last: samples.at(-1) },
    },
    null,
    2,
  ),
)
process.exitCode = json.errors + streams.errors === 0 && rows === expected ? 0 : 1
