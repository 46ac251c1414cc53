import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRegistry } from '@cordon/personas/registry'
import { expect, test, vi } from 'vitest'
import { EventLog, PersonaDirectory } from './persona-directory.ts'
import { personaText } from './persona-text.ts'

const HANDLE = 'harbour-clerk@1.0.0'

test('PER-056 a live registry takes in a mounted config map that is swapped whole', async () => {
  using directory = new PersonaDirectory()
  const log = new EventLog()
  const at = (name: string): string => join(directory.path, name)
  const fill = (folder: string, body: string): void => {
    mkdirSync(at(folder))
    writeFileSync(at(`${folder}/${HANDLE}.md`), personaText({ body }))
  }
  fill('..1', 'A\n')
  symlinkSync('..1', at('..data'))
  symlinkSync(`..data/${HANDLE}.md`, directory.file(HANDLE))
  await using registry = await openRegistry(directory.path, { integrity: 'live', onEvent: log.listen })
  expect(registry.load(HANDLE).body).toBe('A\n')

  fill('..2', 'B\n')
  symlinkSync('..2', at('..data_tmp'))
  renameSync(at('..data_tmp'), at('..data'))
  rmSync(at('..1'), { recursive: true })

  await vi.waitFor(() => expect(registry.load(HANDLE).body).toBe('B\n'), { timeout: 10_000, interval: 20 })
  expect(log.of('persona_reload')).toMatchObject([{ outcome: 'success', registrySize: 1 }])
})
