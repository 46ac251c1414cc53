export {
  type AnyPersonaError,
  PersonaError,
  type PersonaErrorCode,
  type PersonaErrorDetail,
  type PersonaSchemaReason,
} from './contract/errors.ts'
export type { Persona, PersonaLlmHints } from './contract/persona.ts'
export { canonicalizeBody } from './parse/canonicalize-body.ts'
export { isHandle, type ParsedHandle, parseHandle } from './parse/parse-handle.ts'
export { parsePersona } from './parse/parse-persona.ts'
export { personaHash } from './parse/persona-hash.ts'
