/// <reference types="node" preserve="true" />
import { PersonaError } from './contract/errors.ts'
import type { Persona } from './contract/persona.ts'
import type { PersonaRegistry } from './contract/persona-registry.ts'
import { notInitialised } from './contract/refusals.ts'
import { processRegistry } from './registry/process-registry.ts'
import { type OpenRegistryOptions, openRegistry } from './registry.ts'

/**
 * Opens the registry of this process. Once: a second call rejects, also while the first is under way. After a call that
 * failed, it may be tried again.
 *
 * @throws PersonaError `ERR_PERSONA_ALREADY_INITIALISED` on a second call.
 * @throws what `openRegistry` throws.
 */
export async function initPersonaRegistry(directory: string, options: OpenRegistryOptions): Promise<void> {
  if (processRegistry.opening !== undefined) {
    throw new PersonaError(
      'ERR_PERSONA_ALREADY_INITIALISED',
      'the persona registry is already initialised',
      {},
    )
  }
  const opening = openRegistry(directory, options)
  processRegistry.opening = opening
  try {
    processRegistry.registry = await opening
  } catch (error) {
    delete processRegistry.opening
    throw error
  }
}

/**
 * Returns a persona of this process's registry, as `PersonaRegistry.load` does.
 *
 * @throws PersonaError `ERR_PERSONA_NOT_INITIALISED` before `initPersonaRegistry` has resolved.
 * @throws what `PersonaRegistry.load` throws.
 */
export function loadPersona(handle: string): Persona {
  return opened().load(handle)
}

/**
 * Returns the registered handles, sorted by code unit.
 *
 * @throws PersonaError `ERR_PERSONA_NOT_INITIALISED` before `initPersonaRegistry` has resolved.
 */
export function availableHandles(): readonly string[] {
  return opened().handles()
}

function opened(): PersonaRegistry {
  if (processRegistry.registry === undefined) throw notInitialised('the persona registry is not initialised')
  return processRegistry.registry
}
