import { resolve } from 'node:path'
import { type AnyPersonaError, PersonaError } from '@cordon/personas'
import { openRegistry } from '@cordon/personas/registry'
import type { Terminal } from '../../terminal/terminal.ts'
import { rootOf } from './persona-folder.ts'

export interface CheckedFolder {
  readonly handles: readonly string[]
  readonly faults: readonly AnyPersonaError[]
}

/** Returns the handles of a directory, or all its faults. */
export async function checkFolder(terminal: Terminal, folder: string): Promise<CheckedFolder> {
  try {
    const directory = resolve(terminal.cwd, folder)
    const registry = await openRegistry(directory, { integrity: 'live', root: rootOf(terminal, folder) })
    const handles = registry.handles()
    await registry.close()
    return { handles, faults: [] }
  } catch (error) {
    if (PersonaError.isInstance(error) && error.code === 'ERR_PERSONA_INIT') {
      return { handles: [], faults: error.detail.faults }
    }
    throw error
  }
}
