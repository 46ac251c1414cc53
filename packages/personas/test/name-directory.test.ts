import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { initPersonaRegistry } from '@cordon/personas/process'
import { openRegistry } from '@cordon/personas/registry'
import { sealPersonas, verifySeal } from '@cordon/personas/seal'
import { expect, test } from 'vitest'
import { PersonaDirectory } from './persona-directory.ts'

const calls = {
  'openRegistry, live': (path: string) => openRegistry(path, { integrity: 'live' }),
  'openRegistry, sealed': (path: string) => openRegistry(path, { integrity: 'sealed', unsigned: true }),
  initPersonaRegistry: (path: string) => initPersonaRegistry(path, { integrity: 'live' }),
  sealPersonas: (path: string) => sealPersonas(path),
  verifySeal: async (path: string) => {
    const verified = await verifySeal(path)
    if (verified.status === 'broken' && verified.faults.length === 1) throw verified.faults[0]
  },
}

test.each(Object.entries(calls))('PER-215 %s names the directory that is not there', async (_name, call) => {
  await expect(call('none/of/these')).rejects.toMatchObject({
    code: 'ERR_PERSONA_READ_FAILED',
    detail: { path: '.' },
    message:
      'none/of/these: the persona directory cannot be read (ENOENT); give the one that holds the files',
  })
})

test('PER-215 a directory below a root is named from the root', async () => {
  using directory = new PersonaDirectory()
  const opening = openRegistry(join(directory.parent, 'none'), { integrity: 'live', root: directory.parent })
  await expect(opening).rejects.toMatchObject({
    detail: { path: 'none' },
    message: expect.stringMatching(/^none: the persona directory cannot be read/),
  })
})

test('PER-215 what a directory lacks is told with its name', async () => {
  using directory = new PersonaDirectory()
  await expect(calls['openRegistry, sealed'](directory.path)).rejects.toThrow(
    `${directory.path}: found no personas.lock.json; seal the personas first`,
  )
  writeFileSync(directory.file('a@1.0.0'), 'no fence')
  for (const call of [calls['openRegistry, live'], calls.sealPersonas])
    await expect(call(directory.path)).rejects.toThrow(
      `${directory.path}: found 1 fault:\n- a@1.0.0.md:1: found no opening fence`,
    )
})

test.each(Object.entries(calls))('PER-216 %s takes no empty path', async (_name, call) => {
  await expect(call('')).rejects.toThrow(new RangeError('"directory" expected a path, got an empty string'))
})
