import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDebounce } from '../src/registry/debounce.ts'

const run = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  run.mockClear()
})
afterEach(() => void vi.useRealTimers())

test('PER-130 changes are taken in after 250 ms of quiet', () => {
  const debounce = createDebounce(run, { trailingMs: 250, ceilingMs: 400 })
  debounce.trigger()
  vi.advanceTimersByTime(100)
  debounce.trigger()
  vi.advanceTimersByTime(249)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledOnce()
})

test('PER-131 changes that never pause wait 400 ms at most, and begin anew', () => {
  const debounce = createDebounce(run, { trailingMs: 250, ceilingMs: 400 })
  for (let elapsed = 0; elapsed < 390; elapsed += 10) {
    debounce.trigger()
    vi.advanceTimersByTime(10)
  }
  debounce.trigger()
  vi.advanceTimersByTime(9)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledOnce()
  debounce.trigger()
  vi.advanceTimersByTime(250)
  expect(run).toHaveBeenCalledTimes(2)
})

test('PER-132 a cancelled one does not run', () => {
  const debounce = createDebounce(run, { trailingMs: 250, ceilingMs: 400 })
  debounce.trigger()
  debounce.cancel()
  vi.advanceTimersByTime(1_000)
  expect(run).not.toHaveBeenCalled()
})
