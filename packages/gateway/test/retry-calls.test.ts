import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { startScriptedUpstream } from '@cordon/gateway/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { askClerk, startForTest } from './start-gateway.ts'
import { whole } from './whole-answer.ts'

test('GAT-050 the wait that an upstream asks for is told to the caller', async () => {
  const gateway = await startForTest()
  gateway.upstream.answer(whole(429, {}, { 'retry-after': '7' }))
  expect((await gateway.chat(askClerk())).headers.get('retry-after')).toBe('7')
})

// The table is that of ORC-062, in whole seconds: two packages read the header, and neither may drift.
test.each([
  ['5', '5'],
  ['1.5', '2'],
  ['0', '0'],
  ['Sun, 06 Nov 1994 08:49:37 GMT', '60'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '60'],
  ['Sun Nov  6 08:49:37 1994', '60'],
  ['Sun, 06 Nov 1994 08:40:00 GMT', '0'],
  ['', null],
  ['-5', null],
  ['5 apples', null],
  ['120, 120', null],
  ['1994-11-06', null],
  ['9'.repeat(30), null],
])('GAT-163 Retry-After: %s asks to wait %s s', async (wait, seconds) => {
  const gateway = await startForTest()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(1994, 10, 6, 8, 48, 37) })
  onTestFinished(() => void vi.useRealTimers())
  gateway.upstream.answer(whole(429, {}, { 'retry-after': wait }))
  expect((await gateway.chat(askClerk())).headers.get('retry-after')).toBe(seconds)
})

test('GAT-055 what a second call may mend is tried again, and the next upstream after that', async () => {
  const second = await startScriptedUpstream()
  const gateway = await startForTest({
    upstream: { retries: { attempts: 2, backoffMs: 1 } },
    second: second.baseUrl,
  })
  gateway.upstream.answer(whole(500), { kind: 'reset' })
  expect((await gateway.chat(askClerk())).status).toBe(200)
  expect([gateway.upstream.received.length, second.received.length]).toEqual([2, 1])
  const rows = await gateway.rows()
  expect(rows.map(({ kind }) => kind)).toEqual(['ai.precheck', 'ai.persona_loaded', 'ai.invocation'])
  expect(rows[2]?.payload).toMatchObject({ attempts: 3, upstream: 'second' })
  await second.close()
})

test.each([
  { title: 'a refusal', answer: whole(422, { error: { message: 'no' } }) },
  { title: 'an answer that is too large', answer: whole(200, { choices: [], pad: 'x'.repeat(5_000) }) },
])('GAT-056 $title is not tried again', async ({ answer }) => {
  const gateway = await startForTest({
    upstream: { retries: { attempts: 3, backoffMs: 1 } },
    options: { limits: { maxResponseBytes: 4_096 } },
  })
  gateway.upstream.answer(answer)
  await gateway.chat(askClerk())
  expect(gateway.upstream.received).toHaveLength(1)
})

/** Has every wait between two calls end at once; returns the waits so far, in milliseconds. */
function skipWaits(): () => unknown[] {
  const sleep = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined)
  syncBuiltinESMExports()
  onTestFinished(() => {
    sleep.mockRestore()
    syncBuiltinESMExports()
  })
  return () => sleep.mock.calls.map(([ms]) => ms)
}

/** Has chance say the same until the running test ends. */
function fixChance(random: number): void {
  const chance = vi.spyOn(Math, 'random').mockReturnValue(random)
  onTestFinished(() => chance.mockRestore())
}

test('GAT-057 Retry-After is waited for when it is short, else the call is given up', async () => {
  const retries = { attempts: 2, backoffMs: 1, maxRetryAfterMs: 1_500 }
  const gateway = await startForTest({ upstream: { retries } })
  gateway.upstream.answer(whole(429, {}, { 'retry-after': '1' }))
  const waits = skipWaits()
  fixChance(0)
  expect((await gateway.chat(askClerk())).status).toBe(200)
  expect(waits()).toEqual([1_000])
  gateway.upstream.answer(whole(429, {}, { 'retry-after': '60' }))
  expect((await gateway.chat(askClerk())).status).toBe(503)
  expect(gateway.upstream.received).toHaveLength(3)
})

test.each([503, 500, 408])('GAT-204 Retry-After is waited for with %s, too', async (status) => {
  const retries = { attempts: 2, backoffMs: 1, maxRetryAfterMs: 1_500 }
  const gateway = await startForTest({ upstream: { retries } })
  const waits = skipWaits()
  fixChance(0)
  gateway.upstream.answer(whole(status, {}, { 'retry-after': '1' }))
  expect((await gateway.chat(askClerk())).status).toBe(200)
  expect(waits()).toEqual([1_000])
  gateway.upstream.answer(whole(status, {}, { 'retry-after': '60' }))
  const given = await gateway.chat(askClerk())
  expect([given.status, given.headers.get('retry-after')]).toEqual([502, null])
  expect(gateway.upstream.received).toHaveLength(3)
})

test.each([
  { title: 'no Retry-After', headers: {}, random: 0, wait: 800 },
  { title: 'no Retry-After', headers: {}, random: 0.5, wait: 1_000 },
  { title: 'a longer Retry-After', headers: { 'retry-after': '2' }, random: 0, wait: 2_000 },
  { title: 'a longer Retry-After', headers: { 'retry-after': '2' }, random: 0.5, wait: 2_200 },
  { title: 'a shorter Retry-After', headers: { 'retry-after': '0' }, random: 0.5, wait: 1_000 },
])('GAT-310 after $title, chance of $random waits $wait ms', async ({ headers, random, wait }) => {
  const retries = { attempts: 2, backoffMs: 1_000 }
  const gateway = await startForTest({ upstream: { retries } })
  const waits = skipWaits()
  fixChance(random)
  gateway.upstream.answer(whole(503, {}, headers))
  expect((await gateway.chat(askClerk())).status).toBe(200)
  expect(waits()).toEqual([wait])
})
