import type { PersonaRegistry } from '../contract/persona-registry.ts'

/**
 * The process-wide registry: the one piece of module state, because the requirements ask for it. Undefined until
 * initialised; a promise from the first call on, so that a second one is refused before the first is done.
 */
export const processRegistry: { opening?: Promise<PersonaRegistry>; registry?: PersonaRegistry } = {}
