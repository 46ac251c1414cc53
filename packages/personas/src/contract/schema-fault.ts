import { PersonaError, type PersonaSchemaReason } from './errors.ts'
import { quotePath } from './quote.ts'

export interface FaultPlace {
  readonly line?: number | undefined
  readonly field?: string | undefined
}

/** Returns `ERR_PERSONA_SCHEMA` whose message names file, line, field, what was found and what to write. */
export function schemaFault(
  path: string,
  reason: PersonaSchemaReason,
  { line, field }: FaultPlace,
  text: string,
): PersonaError<'ERR_PERSONA_SCHEMA'> {
  const place = `${quotePath(path)}${line === undefined ? '' : `:${line}`}`
  return new PersonaError(
    'ERR_PERSONA_SCHEMA',
    `${place}: ${field === undefined ? '' : `${field}: `}${text}`,
    {
      path,
      ...(line === undefined ? {} : { line }),
      ...(field === undefined ? {} : { field }),
      reason,
    },
  )
}
