// Speed of sanitize against a naive baseline and against what a user would pick instead.
//   npm run build, then: npx tsx packages/sanitize/bench/compare-passes.bench.ts [--json] [--only=corpora|hostile|peers]
import { existsSync } from 'node:fs'
import { sanitize } from '@cordon/sanitize'
import { corpora, hostilePieces, repeatTo } from './corpora.ts'
import { naive, stripFormat, stripOnly } from './naive.ts'

type Run = (text: string) => unknown

const ROUNDS = 15
const MI = 1 << 20

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Milliseconds of one call: of wall time and CPU time the lower, since the machine may be shared. */
function time(run: Run, text: string, calls: number): number {
  const cpu = process.cpuUsage()
  const wall = performance.now()
  let length = 0
  for (let i = 0; i < calls; i++) length += String(run(text)).length
  const elapsed = performance.now() - wall
  const { user, system } = process.cpuUsage(cpu)
  if (length < 0) throw new Error('unreachable')
  return Math.min(elapsed, (user + system) / 1000) / calls
}

/** Medians over interleaved rounds, in nanoseconds a UTF-16 unit, and the median of per-round ratios to the first. */
function race(runs: readonly Run[], text: string): readonly { nanoseconds: number; ratio: number }[] {
  const calls = Math.max(1, Math.ceil((2 * MI) / text.length))
  for (let warm = 0; warm < 5; warm++) for (const run of runs) time(run, text, calls)
  const rounds = Array.from({ length: ROUNDS }, () => runs.map((run) => time(run, text, calls)))
  return runs.map((_, i) => ({
    nanoseconds: (median(rounds.map((round) => round[i] ?? 0)) * 1e6) / text.length,
    ratio: median(rounds.map((round) => (round[0] ?? 0) / (round[i] ?? 1))),
  }))
}

const strict: Run = (text) => sanitize(text as string, { policy: 'strict' })
const standard: Run = (text) => sanitize(text as string)

function raceCorpora() {
  return corpora.map(({ name, group, text, target }) => {
    const [base, ours, hard] = race([naive, standard, strict], text)
    return {
      corpus: name,
      group,
      naive: base?.nanoseconds ?? 0,
      standard: ours?.nanoseconds ?? 0,
      strict: hard?.nanoseconds ?? 0,
      'times naive': ours?.ratio ?? 0,
      target,
      'strict / standard': (hard?.nanoseconds ?? 0) / (ours?.nanoseconds ?? 1),
    }
  })
}

/** Nanoseconds a unit at 1 Mi and at 16 Mi; linear when they agree. */
function raceHostile() {
  return Object.entries(hostilePieces).flatMap(([shape, piece]) =>
    [standard, strict].map((run, i) => {
      const small = repeatTo(piece, MI)
      const large = repeatTo(piece, 16 * MI)
      // V8 copies what `repeat` built when it is first read, which is no pass's work.
      for (const text of [small, large]) text.lastIndexOf('\n', 0)
      for (let warm = 0; warm < 2; warm++) time(run, small, 1)
      const perUnit = (text: string, rounds: number) =>
        (median(Array.from({ length: rounds }, () => time(run, text, 1))) * 1e6) / text.length
      return {
        shape,
        policy: i === 0 ? 'standard' : 'strict',
        '1 Mi': perUnit(small, 5),
        '16 Mi': perUnit(large, 1),
      }
    }),
  )
}

const probes: Readonly<Record<string, string>> = {
  'tag text': 'a\u{e0041}b', 'selector text': 'a\u{e0158}b', 'bidi override': 'a\u202eb', 'zero width': 'a\u200bb', 'terminal sequence': 'a\x1b[2Kb',
  'soft hyphen': 'a\xadb', 'Hangul filler': 'a\u3164b', 'forged header': 'a\nMODE: b', 'line separator': 'a\u2028MODE: b',
} // biome-ignore format: a table
const keepers: Readonly<Record<string, string>> = {
  'family emoji': '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'Persian': '\u0645\u06cc\u200c\u062e', 'Bengali': '\u09b9\u09cd\u200c', 'keycap': '1\ufe0f\u20e3', 'fullwidth': '\uff21', 'number sign': '\u0600\u0661',
} // biome-ignore format: a table

async function loadPeers(): Promise<readonly (readonly [name: string, run: (text: string) => string])[]> {
  const peers: (readonly [string, (text: string) => string])[] = [
    ['strip of 31 code points', stripOnly],
    ['strip of all \\p{Cf}', stripFormat],
  ]
  if (!existsSync(new URL('./peers/node_modules', import.meta.url))) {
    console.error('peers skipped: run `npm install --ignore-scripts` in bench/peers to compare with them')
    return peers
  }
  const { default: load } = (await import(new URL('./peers/load.mjs', import.meta.url).href)) as {
    default: () => Promise<typeof peers>
  }
  return [...peers, ...(await load())]
}

async function racePeers() {
  const all: readonly (readonly [string, (text: string) => string])[] = [
    ['sanitize, standard', (text) => sanitize(text)],
    ['sanitize, strict', (text) => sanitize(text, { policy: 'strict' })],
    ['naive', naive],
    ...(await loadPeers()),
  ]
  const texts = corpora.filter(({ name }) =>
    ['prose 64 Ki', 'Japanese 64 Ki', 'prose CRLF 1024 Ki'].includes(name),
  )
  const times = texts.map(({ text }) => race(all.map(([, run]) => run), text)) // biome-ignore format: one line
  return all.map(([peer, run], i) => ({
    peer,
    ...Object.fromEntries(texts.map(({ name }, j) => [name, times[j]?.[i]?.nanoseconds ?? 0])),
    'leaves in': Object.entries(probes).filter(([name, text]) => isLeft(name, text, run(text))).map(([name]) => name).join(', ') || 'nothing', // biome-ignore format: one line
    breaks: Object.entries(keepers).filter(([, text]) => run(text) !== text).map(([name]) => name).join(', ') || 'nothing', // biome-ignore format: one line
  }))
}

const isLeft = (name: string, text: string, output: string): boolean =>
  name === 'forged header' || name === 'line separator'
    ? /(?:^|[\n\u2028])MODE/.test(output)
    : output.includes(Array.from(text)[1] ?? '')

function print(title: string, rows: readonly Readonly<Record<string, string | number>>[]): void {
  const columns = Object.keys(rows[0] ?? {})
  const cell = (value: string | number | undefined) =>
    typeof value === 'number' ? value.toFixed(2) : (value ?? '')
  console.log(`\n${title}\n\n| ${columns.join(' | ')} |\n| ${columns.map(() => '---').join(' | ')} |`)
  for (const row of rows) console.log(`| ${columns.map((column) => cell(row[column])).join(' | ')} |`)
}

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
const results = {
  node: process.version,
  corpora: only === undefined || only === 'corpora' ? raceCorpora() : [],
  hostile: only === undefined || only === 'hostile' ? raceHostile() : [],
  peers: only === undefined || only === 'peers' ? await racePeers() : [],
}
if (process.argv.includes('--json')) console.log(JSON.stringify(results))
else {
  console.log(`Node ${process.version}; nanoseconds a UTF-16 unit, medians of ${ROUNDS} interleaved rounds`)
  print('Against the naive baseline', results.corpora)
  print(
    'Hostile shapes',
    [...results.hostile].sort((a, b) => b['16 Mi'] - a['16 Mi']),
  )
  print('Peers, and what each leaves in and breaks', results.peers)
}
