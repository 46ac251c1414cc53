import type { ResolvedConfig } from './read-serve-config.ts'

/**
 * Returns the handles that tenants name and the directory does not hold, each with its field. They are no faults: a live
 * directory may get them later.
 */
export function findMissingPersonas(
  { tenants = [] }: Pick<ResolvedConfig, 'tenants'>,
  handles: readonly string[],
): string[] {
  const registered = new Set(handles)
  return tenants.flatMap(({ allowedPersonas = [], defaultPersona }, index) => {
    const named = allowedPersonas.map((handle, place) => ({ field: `allowedPersonas.${place}`, handle }))
    if (defaultPersona !== undefined) named.push({ field: 'defaultPersona', handle: defaultPersona })
    return named
      .filter(({ handle }) => !registered.has(handle))
      .map(({ field, handle }) => `tenants.${index}.${field}: ${handle} is not registered`)
  })
}
