import { availableHandles, initPersonaRegistry, loadPersona } from '@cordon/personas/process'
import { resetForTests } from '@cordon/personas/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PersonaDirectory } from './persona-directory.ts'

const again = expect.objectContaining({ code: 'ERR_PERSONA_ALREADY_INITIALISED', detail: {} })
const notYet = expect.objectContaining({ code: 'ERR_PERSONA_NOT_INITIALISED', detail: {} })

let directory: PersonaDirectory

beforeEach(() => {
  directory = new PersonaDirectory()
  directory.write('b@1.0.0')
  directory.write('a@1.0.0')
})
afterEach(async () => {
  await resetForTests()
  directory[Symbol.dispose]()
})

describe("the process's registry", () => {
  test('AC-20 is initialised once', async () => {
    await initPersonaRegistry(directory.path, { integrity: 'live' })
    await expect(initPersonaRegistry(directory.path, { integrity: 'live' })).rejects.toEqual(again)
    expect(availableHandles()).toEqual(['a@1.0.0', 'b@1.0.0'])
    expect(loadPersona('a@1.0.0').body).toBe('A\n')
  })

  test('AC-20 of two calls at once the second is refused', async () => {
    const results = await Promise.allSettled([
      initPersonaRegistry(directory.path, { integrity: 'live' }),
      initPersonaRegistry(directory.path, { integrity: 'live' }),
    ])
    expect(results).toEqual([
      { status: 'fulfilled', value: undefined },
      { status: 'rejected', reason: again },
    ])
  })

  test('PER-120 serves nothing before it is initialised, nor after a reset', async () => {
    expect(() => loadPersona('a@1.0.0')).toThrow(notYet)
    expect(() => availableHandles()).toThrow(notYet)
    const opening = initPersonaRegistry(directory.path, { integrity: 'live' })
    expect(() => loadPersona('a@1.0.0')).toThrow(notYet)
    await opening
    await resetForTests()
    expect(() => loadPersona('a@1.0.0')).toThrow(notYet)
    await initPersonaRegistry(directory.path, { integrity: 'live' })
  })

  test('PER-121 may be tried again after it failed', async () => {
    directory.writeRaw('c@1.0.0', 'no fence')
    await expect(initPersonaRegistry(directory.path, { integrity: 'live' })).rejects.toMatchObject({
      code: 'ERR_PERSONA_INIT',
    })
    directory.write('c@1.0.0')
    await initPersonaRegistry(directory.path, { integrity: 'live' })
    expect(availableHandles()).toHaveLength(3)
  })
})
