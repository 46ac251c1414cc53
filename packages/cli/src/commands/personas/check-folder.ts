import { resolve } from 'node:path'
import { type AnyPersonaError, PersonaError } from '@cordon/personas'
import { openRegistry } from '@cordon/personas/registry'
import { CliError } from '../../terminal/cli-error.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { rootOf } from './persona-folder.ts'

export interface CheckedFolder {
  readonly handles: readonly string[]
  readonly faults: readonly AnyPersonaError[]
}

/** Returns the handles of a directory, or all its faults. Refuses one without persona files: it is hardly the one that was meant. */
export async function checkFolder(terminal: Terminal, folder: string): Promise<CheckedFolder> {
  try {
    const directory = resolve(terminal.cwd, folder)
    const registry = await openRegistry(directory, { integrity: 'live', root: rootOf(terminal, folder) })
    const handles = registry.handles()
    await registry.close()
    if (handles.length === 0)
      throw new CliError(
        `${folder}: holds no persona file; name the directory that does, or write one with personas new`,
      )
    return { handles, faults: [] }
  } catch (error) {
    if (PersonaError.isInstance(error) && error.code === 'ERR_PERSONA_INIT') {
      return { handles: [], faults: error.detail.faults }
    }
    throw error
  }
}
