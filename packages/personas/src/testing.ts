/// <reference types="node" preserve="true" />
import type { PersonaRegistry } from './contract/persona-registry.ts'
import { cachedBytesOf } from './registry/cached-bytes.ts'
import { processRegistry } from './registry/process-registry.ts'

/** Closes and forgets the registry of `@cordon/personas/process`, so that it can be initialised again. */
export async function resetForTests(): Promise<void> {
  const { opening } = processRegistry
  delete processRegistry.opening
  delete processRegistry.registry
  const registry = await opening?.catch(() => undefined)
  await registry?.close()
}

/**
 * Flips one bit in the bytes that `registry` hashes on each load of a persona: plays a memory fault.
 *
 * @throws RangeError when the registry keeps no bytes of such a persona.
 */
export function flipCachedBit(registry: PersonaRegistry, handle: string): void {
  const bytes = cachedBytesOf(registry, handle)
  if (bytes === undefined) throw new RangeError('"handle" expected a persona that the registry has read')
  bytes[0] = (bytes[0] ?? 0) ^ 1
}
