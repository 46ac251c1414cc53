export { canonicalizeBody } from './canonicalize-body.ts'
export {
  type AnyPersonaError,
  PersonaError,
  type PersonaErrorCode,
  type PersonaErrorDetail,
  type PersonaSchemaReason,
} from './errors.ts'
export { isHandle, type ParsedHandle, parseHandle } from './parse-handle.ts'
export { parsePersona } from './parse-persona.ts'
export type { Persona, PersonaLlmHints } from './persona.ts'
export { personaHash } from './persona-hash.ts'
