// What a review costs: a typical file (cold and warm), a file of 4 MiB, and an abort in the middle of it.
// Run: node scripts/pnpm.mjs --filter @cordon/offline-reviewers bench [--json]
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type OfflineReviewer, offlineReviewer } from '@cordon/offline-reviewers'

const agents = ['melchior', 'balthasar', 'caspar'] as const
const nonce = '0123456789abcdef0123456789abcdef'

const functionText = (index: number): string => `
/** Returns the total of the lines that belong to an order. */
export function totalOf${index}(order, rates) {
  let total = 0
  for (const line of order.lines) {
    const rate = rates.get(line.currency) ?? 1
    if (line.quantity > 0 && line.price >= 0) {
      total += line.quantity * line.price * rate
    }
  }
  try {
    order.audit.record(\`order \${order.id}: \${total}\`)
  } catch (error) {
    order.log.warn({ error, id: order.id })
  }
  return total
}
`

function sourceOf(units: number): string {
  const parts: string[] = []
  for (let index = 0, length = 0; length < units; index += 1) {
    const text = functionText(index)
    parts.push(text)
    length += text.length
  }
  return parts.join('').slice(0, units)
}

async function review(reviewer: OfflineReviewer, content: string, signal: AbortSignal): Promise<number> {
  const prompt = `MODE: code-review\n---BEGIN USER CONTEXT ${nonce}---\n${content}\n---END USER CONTEXT ${nonce}---`
  const start = performance.now()
  await Promise.all(
    agents.map((agent) =>
      reviewer.complete({ agent, mode: 'code-review', system: '', prompt, maxTokens: 16_384 }, { signal }),
    ),
  )
  return performance.now() - start
}

const never = new AbortController().signal
const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function measureTypical(): Promise<Record<string, number>> {
  await using reviewer = offlineReviewer()
  const cold = await review(reviewer, sourceOf(16_000), never)
  const warm: number[] = []
  for (let round = 0; round < 11; round += 1) {
    warm.push(await review(reviewer, `${sourceOf(16_000)}\nexport const round${round} = ${round}\n`, never))
  }
  return {
    'typical file, first review (ms)': cold,
    'typical file, later reviews, median of 11 (ms)': median(warm),
  }
}

async function measureLarge(): Promise<Record<string, number>> {
  await using reviewer = offlineReviewer()
  const content = sourceOf(4 * 1024 * 1024 - 200)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let peak = 0
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 20)
  delay.enable()
  const wall = await review(reviewer, content, never)
  delay.disable()
  clearInterval(sampler)
  return {
    '4 MiB, wall (s)': wall / 1000,
    '4 MiB, event-loop delay p99 (ms)': delay.percentile(99) / 1e6,
    '4 MiB, event-loop delay max (ms)': delay.max / 1e6,
    '4 MiB, peak RSS of the process (MiB)': peak / 1024 / 1024,
  }
}

async function measureAbort(): Promise<Record<string, number>> {
  const rejections: number[] = []
  const ends: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const reviewer = offlineReviewer()
    const controller = new AbortController()
    const running = review(reviewer, sourceOf(4_000_000 + round), controller.signal).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 2500))
    const start = performance.now()
    controller.abort()
    await running
    rejections.push(performance.now() - start)
    await reviewer[Symbol.asyncDispose]()
    ends.push(performance.now() - start)
  }
  return {
    'abort to rejection, median of 5 (ms)': median(rejections),
    'abort to end of thread, median of 5 (ms)': median(ends),
  }
}

const results = { ...(await measureTypical()), ...(await measureLarge()), ...(await measureAbort()) }
if (process.argv.includes('--json')) console.log(JSON.stringify(results))
else
  console.table(
    Object.fromEntries(Object.entries(results).map(([name, value]) => [name, Number(value.toFixed(1))])),
  )
