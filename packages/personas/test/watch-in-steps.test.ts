import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRegistry } from '@cordon/personas/registry'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EventLog, PersonaDirectory } from './persona-directory.ts'

const HANDLE = 'clerk-10@1.0.0'

/** What the system would tell, said by the test; time passes when it says so. */
const watch = vi.hoisted(() => ({ tell: (_event: string, _name: string) => {}, open: 0, begun: 0 }))

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>()
  const scripted = (_directory: string, _options: object, tell: typeof watch.tell): object => {
    watch.tell = tell
    watch.open += 1
    watch.begun += 1
    const close = (): void => {
      watch.open -= 1
    }
    return { on: () => {}, close }
  }
  return { ...fs, watch: scripted, default: { ...fs, watch: scripted } }
})

let directory: PersonaDirectory
beforeEach(() => {
  directory = new PersonaDirectory()
  Object.assign(watch, { open: 0, begun: 0 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  directory[Symbol.dispose]()
})

test('PER-059 after closing nothing is served and nothing told', async () => {
  const log = new EventLog()
  directory.write(HANDLE)
  const registry = await openRegistry(directory.path, { integrity: 'live', onEvent: log.listen })
  directory.write(HANDLE, 'B\n')
  watch.tell('change', `${HANDLE}.md`)
  await registry[Symbol.asyncDispose]()
  expect([watch.open, vi.getTimerCount()]).toEqual([0, 0])
  const told = log.events.length
  expect(() => registry.load(HANDLE)).toThrow(
    expect.objectContaining({ code: 'ERR_PERSONA_NOT_INITIALISED' }),
  )
  watch.tell('change', `${HANDLE}.md`)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(log.events).toHaveLength(told)
})

test('PER-219 a file in the place of the directory takes nothing away', async () => {
  directory.write(HANDLE)
  await using registry = await openRegistry(directory.path, { integrity: 'live' })
  renameSync(directory.path, join(directory.parent, 'away'))
  writeFileSync(directory.path, '')
  watch.tell('rename', 'personas')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(registry.load(HANDLE).body).toBe('A\n')
})

test('PER-060 while the directory is gone the last good copies keep serving', async () => {
  directory.write(HANDLE)
  await using registry = await openRegistry(directory.path, { integrity: 'live' })
  renameSync(directory.path, join(directory.parent, 'away'))
  watch.tell('rename', 'personas')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(registry.load(HANDLE).body).toBe('A\n')
  mkdirSync(directory.path)
  directory.write(HANDLE, 'back\n')
  await vi.advanceTimersByTimeAsync(1_400)
  expect(registry.load(HANDLE).body).toBe('back\n')
  // The first watch is on a directory that is no longer there.
  expect([watch.open, watch.begun]).toEqual([1, 2])
})

test('PER-064 what changes while it opens is not undone by what was read before', async () => {
  const turns: (() => void)[] = []
  vi.stubGlobal('setImmediate', (turn: () => void) => turns.push(turn))
  // More than are read in one turn: opening waits for its second.
  for (let index = 10; index < 50; index += 1) directory.write(`clerk-${index}@1.0.0`)
  const opening = openRegistry(directory.path, { integrity: 'live' })
  directory.write(HANDLE, 'B\n')
  watch.tell('change', `${HANDLE}.md`)
  vi.advanceTimersByTime(400)
  expect(turns).toHaveLength(1)
  vi.unstubAllGlobals()
  for (const turn of turns) turn()
  await using registry = await opening
  expect(registry.load(HANDLE).body).toBe('B\n')
})
