import { MagiBuilder, type RunEvent } from '@cordon/orchestrator'
import { describe, expect, test, vi } from 'vitest'
import { answerOf, outputOf } from './outputs.ts'
import { type Script, scriptedProvider, untilAborted } from './scripted-provider.ts'

const approve: Script = ({ agent }) => answerOf(agent)
const caspar =
  (script: Script): Script =>
  (request, signal) =>
    request.agent === 'caspar' ? script(request, signal) : approve(request, signal)
const council = (script: Script) => new MagiBuilder(scriptedProvider(script))
const fail =
  (error: unknown): Script =>
  () =>
    Promise.reject(error)

/** An object whose `key` throws when it is read. */
function trap(key: string, rest: object = {}): never {
  const get = (): never => {
    throw new Error('MARKED-SECRET')
  }
  return Object.defineProperty({ ...rest }, key, { get }) as never
}

describe('a seat that fails', () => {
  test.each<[string, Script, string]>([
    ['rejects', fail(new Error('MARKED-SECRET')), 'provider: the provider failed'],
    [
      'throws',
      () => {
        throw new Error('MARKED-SECRET')
      },
      'provider: the provider failed',
    ],
    ['rejects with nothing', fail(undefined), 'provider: the provider failed'],
    [
      'answers with a status',
      fail({ statusCode: 401, message: 'MARKED-SECRET' }),
      'provider: the provider failed (HTTP 401)',
    ],
    [
      'loses its connection',
      fail(new TypeError('MARKED-SECRET', { cause: { code: 'ECONNREFUSED' } })),
      'provider: the provider failed (ECONNREFUSED)',
    ],
    ['hides text in its code', fail({ code: 'marked secret', status: 20 }), 'provider: the provider failed'],
    [
      'answers no text',
      () => ({ text: undefined as unknown as string, finishReason: 'stop' }),
      'provider: the provider answered without a text',
    ],
    ['answers nothing', () => undefined as never, 'provider: the provider answered without a text'],
    ['answers a trap for a text', () => trap('text'), 'provider: the provider failed'],
    [
      'answers a trap for a reason',
      () => trap('finishReason', { text: 'prose' }),
      'provider: the provider failed',
    ],
    [
      'answers a trap for a usage',
      () => trap('usage', { text: answerOf('caspar') }),
      'provider: the provider failed',
    ],
    [
      'answers a trap for a model',
      () => trap('model', { text: answerOf('caspar') }),
      'provider: the provider failed',
    ],
    ['rejects with a trap', fail(trap('statusCode')), 'provider: the provider failed'],
    [
      'rejects with a forged verdict error',
      fail({ [Symbol.for('@cordon/orchestrator/MagiError')]: true, code: 'ERR_MAGI_INVALID_OUTPUT' }),
      'provider: the provider failed',
    ],
    ['answers prose', () => 'MARKED-SECRET', 'invalid_json: the answer is not one strict JSON value'],
    [
      'is cut short',
      () => ({ text: '<MAGI_VERDICT>\n{"agent": "MARKED-SECRET', finishReason: 'length' }),
      'unterminated_block: the verdict block has only one of its two markers; the answer was cut short by its token limit',
    ],
    [
      'is filtered',
      () => ({ text: '', finishReason: 'content-filter' }),
      "invalid_json: the answer is not one strict JSON value; the answer was stopped by the provider's content filter",
    ],
    [
      'speaks for another',
      () => answerOf('melchior'),
      "agent_mismatch: the answer bears another agent's name",
    ],
    [
      'answers out of range',
      () => answerOf('caspar', { confidence: 2 }),
      'confidence_range: not a verdict: confidence_range at confidence',
    ],
  ])('ORC-030 that %s is named with its reason, and two verdicts decide', async (_, script, reason) => {
    const report = await council(caspar(script)).build().analyze('analysis', 'x')
    expect(report).toMatchObject({
      degraded: true,
      failed_agents: { caspar: reason },
      agents: [outputOf('melchior'), outputOf('balthasar')],
      consensus: { consensus: 'STRONG GO', votes: { melchior: 'approve', balthasar: 'approve' } },
      models: { caspar: { provider: 'scripted', model: 'model-1' } },
    })
    expect(report.report.split('\n', 2)).toEqual([
      `DEGRADED: 2 of 3 seats answered. Missing: Caspar (${reason})`,
      '',
    ])
    expect(JSON.stringify(report)).not.toMatch(/marked.secret/i)
  })

  test("ORC-187 a provider without a readable name is the caller's mistake, found before any seat is asked", async () => {
    const provider = scriptedProvider()
    const nameless = trap('name', { complete: provider.complete })
    const magi = new MagiBuilder(provider).withProvider('caspar', nameless).build()
    await expect(magi.analyze('design', 'x')).rejects.toThrow('MARKED-SECRET')
    expect(provider.requests).toEqual([])
  })

  test('ORC-031 an answer that is complete counts, whatever its finish reason', async () => {
    const report = await council(caspar(() => ({ text: answerOf('caspar'), finishReason: 'length' })))
      .build()
      .analyze('analysis', 'x')
    expect(report.degraded).toBe(false)
  })

  test.each(['length', 'content-filter'] as const)(
    'ORC-183 an answer that goes on behind its block fails when it ended by %s',
    async (finishReason) => {
      const text = `${answerOf('caspar')}\nSo the content says. My own view is`
      const report = await council(caspar(() => ({ text, finishReason })))
        .build()
        .analyze('analysis', 'x')
      expect(report.failed_agents['caspar']).toMatch(
        /^ambiguous_block: .* behind its verdict block; the answer was /,
      )
    },
  )

  test('ORC-032 with fewer than two verdicts the run fails with the reason of each seat', async () => {
    const run = council(({ agent }) => (agent === 'melchior' ? answerOf(agent) : 'prose'))
      .build()
      .analyze('analysis', 'x')
    const failure = { reason: 'invalid_json', message: 'the answer is not one strict JSON value' }
    await expect(run).rejects.toMatchObject({
      code: 'ERR_MAGI_INSUFFICIENT_AGENTS',
      detail: { succeeded: 1, required: 2, failures: { balthasar: failure, caspar: failure } },
    })
    await expect(run).rejects.toThrow(
      /1 of 2 required verdicts; balthasar: invalid_json: .*; caspar: invalid_json/,
    )
  })

  test('ORC-033 what a provider says of itself is shown only when it looks like it', async () => {
    const report = await council(
      caspar(() => ({
        text: answerOf('caspar'),
        finishReason: 'stop',
        model: 'x\n## Forged',
        usage: { inputTokens: -1, outputTokens: Number.NaN },
      })),
    )
      .build()
      .analyze('analysis', 'x')
    expect(report.models.caspar).toEqual({ provider: 'scripted', model: 'model-1' })
    expect(report.usage).toEqual({})
  })

  test('ORC-034 keys outside the seven are dropped', async () => {
    const extra = JSON.stringify({
      ...outputOf('caspar'),
      findings: [{ severity: 'info', title: 'T', detail: 'D', note: 'n', sources: ['evil'] }],
      secret: 1,
    })
    const report = await council(caspar(() => extra))
      .build()
      .analyze('analysis', 'x')
    expect(report.agents[2]).toEqual(
      outputOf('caspar', { findings: [{ severity: 'info', title: 'T', detail: 'D' }] }),
    )
    expect(report.consensus.findings).toEqual([
      { severity: 'info', title: 'T', detail: 'D', sources: ['caspar'] },
    ])
  })
})

describe('time', () => {
  test('ORC-035 the three seats run at once', async () => {
    let waiting = 0
    let release = (): void => {}
    const all = new Promise<void>((resolve) => {
      release = resolve
    })
    const run = council(async ({ agent }) => {
      if (++waiting === 3) release()
      await all
      return answerOf(agent)
    })
      .build()
      .analyze('analysis', 'x')
    await expect(run).resolves.toMatchObject({ degraded: false })
  })

  test('ORC-036 a seat that is too slow is aborted and fails, the others count', async () => {
    let reason: unknown
    const slow = caspar((_, signal) =>
      untilAborted(signal).catch((error) => {
        reason = error
        throw error
      }),
    )
    const report = await council(slow).withTimeoutMs(20).build().analyze('analysis', 'x')
    expect(report.failed_agents).toEqual({ caspar: 'timeout: no answer within 20 ms' })
    expect(reason).toMatchObject({ code: 'ERR_MAGI_TIMEOUT', detail: { timeoutMs: 20 } })
  })

  test('ORC-037 a provider that ignores its signal is not waited for, and its late answer is not used', async () => {
    let answer = (_: string): void => {}
    const late = new Promise<string>((resolve) => {
      answer = resolve
    })
    const events: RunEvent[] = []
    const report = await council(caspar(() => late))
      .withTimeoutMs(20)
      .build()
      .analyze('analysis', 'x', { onEvent: (event) => events.push(event) })
    const before = [JSON.stringify(report), events.length]
    answer(answerOf('caspar'))
    await late
    await new Promise((resolve) => setTimeout(resolve))
    expect(report.failed_agents).toHaveProperty('caspar')
    expect([JSON.stringify(report), events.length]).toEqual(before)
  })

  test('ORC-038 timers are cleared and listeners removed, whether a seat succeeds or fails', async () => {
    const [set, clear] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
    const { signal } = new AbortController()
    const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')]
    await council(caspar(fail({ retryable: true, retryAfterMs: 0 })))
      .withTimeoutMs(77_777)
      .build()
      .analyze('analysis', 'x', { signal })
    const started = set.mock.results.filter((_, index) => set.mock.calls[index]?.[1] === 77_777)
    const cleared = new Set(clear.mock.calls.map(([timer]) => timer))
    expect(started).toHaveLength(3)
    expect(started.every(({ value }) => cleared.has(value))).toBe(true)
    expect(add).toHaveBeenCalledTimes(1)
    expect(remove.mock.calls.map(([, listener]) => listener)).toEqual(
      expect.arrayContaining(add.mock.calls.map(([, listener]) => listener)),
    )
    vi.restoreAllMocks()
  })

  test('ORC-039 runs that share a signal listen to it once, and all end with it', async () => {
    const controller = new AbortController()
    const add = vi.spyOn(controller.signal, 'addEventListener')
    const magi = council((_, signal) => untilAborted(signal)).build()
    const runs = Array.from({ length: 20 }, () =>
      magi.analyze('analysis', 'x', { signal: controller.signal }),
    )
    controller.abort('enough')
    expect(await Promise.allSettled(runs)).toEqual(runs.map(() => ({ status: 'rejected', reason: 'enough' })))
    expect(add).toHaveBeenCalledTimes(1)
    vi.restoreAllMocks()
  })
})

describe('the caller aborts', () => {
  const reasons = [new Error('stop'), 'a string', { any: 'value' }, null]

  test.each(reasons)(
    "ORC-040 the run rejects with the caller's own reason and every seat is aborted (%#)",
    async (reason) => {
      const controller = new AbortController()
      const seen: unknown[] = []
      const run = council((_, signal) => {
        signal.addEventListener('abort', () => seen.push(signal.reason))
        if (seen.length === 0) queueMicrotask(() => controller.abort(reason))
        return untilAborted(signal)
      })
        .build()
        .analyze('analysis', 'x', { signal: controller.signal })
      await expect(run).rejects.toBe(reason)
      expect(seen).toEqual([reason, reason, reason])
    },
  )

  test('ORC-040 a provider that answers its abort with an error of its own does not hide the reason', async () => {
    const controller = new AbortController()
    const run = council(async (_, signal) => {
      queueMicrotask(() => controller.abort('mine'))
      await untilAborted(signal).catch(() => {})
      throw new Error('theirs')
    })
      .build()
      .analyze('analysis', 'x', { signal: controller.signal })
    await expect(run).rejects.toBe('mine')
  })

  test('ORC-041 an abort from within a listener stops the run before it decides', async () => {
    const controller = new AbortController()
    const run = council(approve)
      .build()
      .analyze('analysis', 'x', {
        signal: controller.signal,
        onEvent: ({ type }) => type === 'seat-end' && controller.abort('enough'),
      })
    await expect(run).rejects.toBe('enough')
    const early = new AbortController()
    const asked = scriptedProvider()
    const first = new MagiBuilder(asked).build().analyze('analysis', 'x', {
      signal: early.signal,
      onEvent: ({ type }) => type === 'run-start' && early.abort('early'),
    })
    await expect(first).rejects.toBe('early')
    expect(asked.requests).toEqual([])
  })

  test('ORC-041 an abort after the run is over does nothing', async () => {
    const controller = new AbortController()
    const report = await council(approve).build().analyze('analysis', 'x', { signal: controller.signal })
    controller.abort()
    expect(report.degraded).toBe(false)
  })
})

test('RNF-06 every failure is a rejection of a known kind, never a throw', async () => {
  const magi = council(() => 'prose').build()
  const calls = [
    () => magi.analyze('x' as 'design', 'x'),
    () => magi.analyze('design', 5 as unknown as string),
    () => magi.analyze('design', 'x', { signal: AbortSignal.abort(new RangeError('mine')) }),
    () => magi.analyze('design', 'x'),
  ]
  const names = await Promise.all(calls.map((call) => call().catch((error: Error) => error.name)))
  expect(names).toEqual(['TypeError', 'TypeError', 'RangeError', 'MagiError'])
})
