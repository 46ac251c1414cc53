import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  hooks.beforeWatch = () => {}
  expect(registry.handles()).toEqual(['clerk-1@1.0.0', 'clerk-2@1.0.0'])
})

test('PER-055 all faulty files are in one error, each with its own code', async () => {
  using directory = new PersonaDirectory()
  directory.write('good@1.0.0')
  directory.writeRaw('bad@1.0.0', 'no fence')
  directory.write('wrong@1.0.0', 'A\n', 'system_prompt: x\n')
  writeFileSync(join(directory.path, 'README.md'), '---\nid: read-me\nversion: 1.0.0\n---\nA\n')
  mkdirSync(directory.file('folder@1.0.0'))
  const opening = openRegistry(directory.path, { integrity: 'live' })
  await expect(opening).rejects.toMatchObject({ code: 'ERR_PERSONA_INIT' })
  const error = await opening.catch((reason) => reason)
  expect(
    error.detail.faults.map(({ code, detail }: { code: string; detail: { path: string } }) => [
      detail.path,
      code,
    ]),
  ).toEqual([
    ['README.md', 'ERR_PERSONA_FILENAME_MISMATCH'],
    ['bad@1.0.0.md', 'ERR_PERSONA_SCHEMA'],
    ['folder@1.0.0.md', 'ERR_PERSONA_READ_FAILED'],
    ['wrong@1.0.0.md', 'ERR_PERSONA_FORBIDDEN_FIELD'],
  ])
  expect(error.message).toContain('found 4 faults')
  expect(error.message).toContain('- bad@1.0.0.md:1: found no opening fence')
})

test('PER-061 a directory that is a file, or is not there, cannot be opened', async () => {
  using directory = new PersonaDirectory()
  for (const path of [join(directory.path, 'none'), directory.file('x')]) {
    writeFileSync(directory.file('x'), '')
    await expect(openRegistry(path, { integrity: 'live' })).rejects.toMatchObject({
      code: 'ERR_PERSONA_READ_FAILED',
      detail: { path: '.' },
    })
  }
})

test('PER-165 a fault of ours while opening leaves no watch behind', async () => {
  using directory = new PersonaDirectory()
  directory.write('clerk-1@1.0.0', 'Ä\n')
  const fault = new RangeError('normalize')
  const normalize = vi.spyOn(String.prototype, 'normalize').mockImplementation(() => {
    throw fault
  })
  const clear = vi.spyOn(globalThis, 'clearInterval')
  await expect(openRegistry(directory.path, { integrity: 'live' })).rejects.toBe(fault)
  normalize.mockRestore()
  expect(clear).toHaveBeenCalledOnce()
  clear.mockRestore()
})
