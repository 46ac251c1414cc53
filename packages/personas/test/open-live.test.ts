import { openRegistry } from '@cordon/personas/registry'
import { expect, test, vi } from 'vitest'
import { PersonaDirectory } from './persona-directory.ts'

const hooks = { beforeWatch: (): void => {} }

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>()
  const watch = (...args: unknown[]): unknown => {
    hooks.beforeWatch()
    return Reflect.apply(fs.watch, fs, args)
  }
  return { ...fs, watch, default: { ...fs, watch } }
})

test('PER-200 a file that comes just before the watch begins is served', async () => {
  using directory = new PersonaDirectory()
  directory.write('clerk-1@1.0.0')
  hooks.beforeWatch = () => directory.write('clerk-2@1.0.0')
  await using registry = await openRegistry(directory.path, { integrity: 'live' })
  expect(registry.handles()).toEqual(['clerk-1@1.0.0', 'clerk-2@1.0.0'])
})
