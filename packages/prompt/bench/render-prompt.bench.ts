// Proves two claims: rendering is linear on 16 Mi units of the shapes that make a careless escape quadratic, at most
// 60 ns a unit on the dense one; and on clean text it costs at most 1.5 times sanitizing plus one copy.
import { buildUserPrompt, Prompt, wrapUntrusted } from '@cordon/prompt'
import { sanitize } from '@cordon/sanitize'

const MEBI = 2 ** 20

/** Repeats `unit` up to exactly `length` code units, flat. */
const fill = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

const shapes = {
  '<': fill('<', 16 * MEBI),
  '< / / /': fill('< / / /', 16 * MEBI),
  blanks: fill(' ', 16 * MEBI),
  '< and blanks': `<${fill(' ', 16 * MEBI - 1)}`,
  '</untrusted': fill('</untrusted', 16 * MEBI),
} as const

const prose = fill('The quick brown fox reads MODE and CONTEXT, twice a day; then it rests.\n', MEBI)
const clean = {
  'prose, 1 Mi': prose,
  'prose, 64 Ki': prose.slice(0, MEBI / 16),
  'accents, 1 Mi': fill('Às vezes a raposa lê o código à tarde, e não à noite.\n', MEBI),
  'CJK, 1 Mi': fill('敏捷的棕色狐狸每天阅读两次，然后休息。\n', MEBI),
} as const

let sink = 0

function milliseconds(run: () => string): number {
  const start = performance.now()
  // Reading a unit makes the result flat, as a consumer would.
  sink ^= run().charCodeAt(40)
  return performance.now() - start
}

/** CPU time, all threads: on a busy machine the clock would mostly measure the others. */
function cpuNanoseconds(run: () => string): number {
  const start = process.cpuUsage()
  sink ^= run().charCodeAt(40)
  const { user, system } = process.cpuUsage(start)
  return (user + system) * 1000
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const linear = Object.entries(shapes).map(([shape, text]) => {
  const at = (length: number): number => {
    const content = text.slice(0, length)
    const render = (): string => new Prompt().untrusted(content).toString()
    return median(Array.from({ length: 5 }, () => cpuNanoseconds(render))) / length
  }
  at(MEBI)
  const small = at(MEBI)
  const large = at(16 * MEBI)
  return { shape, nsPerUnit1Mi: Number(small.toFixed(2)), nsPerUnit16Mi: Number(large.toFixed(2)) }
})

const encoder = new TextEncoder()
const relative = Object.entries(clean).map(([text, content]) => {
  const candidates = {
    baseline: () => `${sanitize(content, { policy: 'strict' })}\n`,
    prompt: () => new Prompt({ policy: 'strict' }).untrusted(content).toString(),
    wrapUntrusted: () => wrapUntrusted('MAIL', content, { policy: 'strict' }),
    buildUserPrompt: () => buildUserPrompt('analysis', content, { policy: 'strict' }),
  }
  const times = Object.values(candidates).map(() => [] as number[])
  for (let round = 0; round < 31; round += 1) {
    for (const [index, run] of Object.values(candidates).entries()) times[index]?.push(milliseconds(run))
  }
  const [baseline = [], ...others] = times
  const ratio = (values: readonly number[] = []): number =>
    Number(median(values.map((value, round) => value / (baseline[round] ?? Number.NaN))).toFixed(2))
  return {
    text,
    bytes: encoder.encode(content).length,
    sanitizeAndCopyMs: Number(median(baseline).toFixed(2)),
    prompt: ratio(others[0]),
    wrapUntrusted: ratio(others[1]),
    buildUserPrompt: ratio(others[2]),
  }
})

if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ node: process.version, linear, relative, sink }))
} else {
  console.log(`Node ${process.version}: Prompt on hostile shapes, CPU ns a code unit, median of 5`)
  console.table(linear)
  console.log('Clean text, median of 31 rounds: times the cost of sanitizing plus one copy')
  console.table(relative)
}
