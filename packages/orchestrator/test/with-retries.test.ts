import { describe, expect, test } from 'vitest'
import { withRetries } from '../src/seat/with-retries.ts'

/** A clock that moves only while somebody sleeps. */
function fakePlatform(random = 0.5) {
  let time = 0
  const slept: number[] = []
  return {
    slept,
    now: () => time,
    random: () => random,
    sleep: async (ms: number, signal: AbortSignal) => {
      signal.throwIfAborted()
      slept.push(ms)
      time += ms
    },
  }
}

async function run(
  errors: unknown[],
  { budgetMs = 60_000, platform = fakePlatform(), signal = new AbortController().signal } = {},
) {
  let attempts = 0
  const retries: [number, number][] = []
  const answer = await withRetries(
    async () => {
      const error = errors[attempts++]
      if (error !== undefined) throw error
      return 'answer'
    },
    { signal, budgetMs, platform, onRetry: (attempt, delayMs) => retries.push([attempt, delayMs]) },
  ).catch((error) => ({ rejected: error }))
  return { answer, attempts, retries, slept: platform.slept }
}

const busy = { retryable: true }

describe('attempts', () => {
  test('ORC-060 a retryable failure is tried again, after growing waits with jitter', async () => {
    expect(await run([busy, busy])).toEqual({
      answer: 'answer',
      attempts: 3,
      retries: [
        [1, 250],
        [2, 500],
      ],
      slept: [250, 500],
    })
  })

  test('ORC-060 three attempts are all, and the last failure is what is told', async () => {
    const last = { retryable: true, last: true }
    expect(await run([busy, busy, last, undefined])).toMatchObject({
      answer: { rejected: last },
      attempts: 3,
    })
  })

  test.each([
    new Error('no advice'),
    { retryable: false },
    { retryable: 'true' },
    { retryAfterMs: 5 },
    undefined,
    null,
    'text',
  ])('ORC-061 anything not marked retryable is final (%#)', async (error) => {
    const { attempts } = await run([error ?? new Error()])
    expect(attempts).toBe(1)
  })
})

describe('waits', () => {
  test('ORC-062 the provider is given the time that it asks for, and a little jitter', async () => {
    expect((await run([{ retryable: true, retryAfterMs: 3000 }])).slept).toEqual([3025])
  })

  test.each([Number.NaN, -1, '3', null])(
    'ORC-062 advice that is no time falls back to the growing wait (%#)',
    async (retryAfterMs) => {
      expect((await run([{ retryable: true, retryAfterMs }])).slept).toEqual([250])
    },
  )

  test.each([
    ['asked for', { retryable: true, retryAfterMs: 1000 }, 1000],
    ['asked for without end', { retryable: true, retryAfterMs: Infinity }, 2 ** 31 - 1],
    ['of our own', busy, 250],
  ])('ORC-063 a wait %s that does not fit into the time left is not begun', async (_, error, budgetMs) => {
    expect(await run([error], { budgetMs })).toMatchObject({
      answer: { rejected: error },
      attempts: 1,
      slept: [],
    })
  })

  test('ORC-064 an abort ends the waiting at once', async () => {
    const controller = new AbortController()
    const started = withRetries(() => Promise.reject(busy), {
      signal: controller.signal,
      budgetMs: 60_000,
      onRetry: () => queueMicrotask(() => controller.abort('enough')),
    })
    await expect(started).rejects.toBe('enough')
  })

  test('ORC-160 an abort by whoever hears of the retry ends it before the wait', async () => {
    const controller = new AbortController()
    let attempts = 0
    const started = withRetries(
      async () => {
        attempts++
        throw { retryable: true, retryAfterMs: 0 }
      },
      { signal: controller.signal, budgetMs: 60_000, onRetry: () => controller.abort('enough') },
    )
    await expect(started).rejects.toBe('enough')
    expect(attempts).toBe(1)
  })

  test('ORC-064 nothing is tried after an abort', async () => {
    expect(await run([busy], { signal: AbortSignal.abort() })).toMatchObject({ attempts: 1, slept: [] })
  })
})
