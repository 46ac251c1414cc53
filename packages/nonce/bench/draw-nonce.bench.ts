// Proves the claim that a nonce from the pool is at least 8 times as fast as `randomBytes(16).toString('hex')`, and
// takes at most 500 ns. Both are timed in turn, round by round, in CPU time, so that a busy machine slows neither much.
import { randomBytes } from 'node:crypto'
import { drawNonce, drawToken } from '@cordon/nonce'

const ROUNDS = 31
const CALLS = 20_000

const candidates = {
  'drawNonce()': () => drawNonce(),
  'drawToken()': () => drawToken(),
  "randomBytes(16).toString('hex')": () => randomBytes(16).toString('hex'),
} as const

let sink = 0

function nanosecondsPerCall(draw: () => string): number {
  const start = process.cpuUsage()
  // Reading a unit forces the string to be flat, as any consumer would.
  for (let call = 0; call < CALLS; call += 1) sink ^= draw().charCodeAt(7)
  const { user, system } = process.cpuUsage(start)
  return ((user + system) * 1000) / CALLS
}

const rounds = Object.entries(candidates).map(([name, draw]) => ({ name, draw, times: [] as number[] }))
for (let round = 0; round < ROUNDS; round += 1) {
  for (const { draw, times } of rounds) times.push(nanosecondsPerCall(draw))
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const reference = rounds.at(-1)?.times ?? []
const results = rounds.map(({ name, times }) => ({
  name,
  medianNs: Math.round(median(times)),
  timesAsFast: Number(median(times.map((time, round) => (reference[round] ?? Number.NaN) / time)).toFixed(1)),
}))

if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ node: process.version, rounds: ROUNDS, callsPerRound: CALLS, results, sink }))
} else {
  console.log(`Node ${process.version}, median of ${ROUNDS} rounds of ${CALLS} calls`)
  console.table(results)
}
