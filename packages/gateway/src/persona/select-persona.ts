import { isHandle, type Persona, PersonaError } from '@cordon/personas'
import type { GatewayError } from '../contract/errors.ts'
import { failure } from '../contract/failure.ts'
import type { PersonaSource } from '../contract/ports.ts'
import type { Caller } from '../http/tenants.ts'

/** Longest piece of a caller's handle that an answer repeats, in UTF-16 code units. */
const QUOTED_HANDLE_LENGTH = 128

/**
 * Returns the handle that a request asks for: the body's `agent_persona`, else the header's, else the tenant's default.
 *
 * @throws `ERR_GATEWAY_MISSING_AGENT_PERSONA`, `ERR_GATEWAY_CONFLICTING_PERSONA`,
 * `ERR_GATEWAY_INVALID_PERSONA_HANDLE` when it is not text.
 */
export function requestedHandle(field: unknown, header: string | undefined, caller: Caller): string {
  const inBody = field ?? undefined
  if (inBody !== undefined && typeof inBody !== 'string') {
    throw failure('ERR_GATEWAY_INVALID_PERSONA_HANDLE', { agentPersona: null })
  }
  if (inBody !== undefined && header !== undefined && inBody !== header) {
    throw failure('ERR_GATEWAY_CONFLICTING_PERSONA', {})
  }
  const handle = inBody ?? header ?? caller.defaultPersona
  if (handle === undefined) throw failure('ERR_GATEWAY_MISSING_AGENT_PERSONA', {})
  return handle
}

/**
 * Returns the persona, verified by the registry on this very call. The tenant's list is checked first and only here.
 *
 * @throws `ERR_GATEWAY_INVALID_PERSONA_HANDLE`, `ERR_GATEWAY_PERSONA_NOT_ALLOWED`, `ERR_GATEWAY_UNKNOWN_PERSONA`,
 * `ERR_GATEWAY_PERSONA_UNAVAILABLE`; a persona that does not match its seal rejects with the registry's own error.
 */
export function loadPersona(personas: PersonaSource, handle: string, caller: Caller): Persona {
  const { allowedPersonas } = caller
  if (allowedPersonas !== undefined && !allowedPersonas.has(handle)) {
    if (!isHandle(handle)) throw invalidHandle(handle)
    throw failure('ERR_GATEWAY_PERSONA_NOT_ALLOWED', { allowed: [...allowedPersonas].sort() })
  }
  try {
    return personas.load(handle)
  } catch (error) {
    if (PersonaError.isInstance(error) && error.code === 'ERR_PERSONA_TAMPERED') throw error
    if (!isHandle(handle)) throw invalidHandle(handle)
    if (PersonaError.isInstance(error) && error.code === 'ERR_PERSONA_UNKNOWN') {
      throw failure('ERR_GATEWAY_UNKNOWN_PERSONA', {
        agentPersona: handle.slice(0, QUOTED_HANDLE_LENGTH),
        availableHandles: visibleHandles(personas, caller),
      })
    }
    throw failure('ERR_GATEWAY_PERSONA_UNAVAILABLE', { handle })
  }
}

/** Returns the registered handles that a caller may use, sorted by code unit. */
export function visibleHandles(personas: PersonaSource, caller: Caller): readonly string[] {
  const { allowedPersonas } = caller
  const handles = personas.handles()
  return allowedPersonas === undefined ? handles : handles.filter((handle) => allowedPersonas.has(handle))
}

function invalidHandle(handle: string): GatewayError {
  return failure('ERR_GATEWAY_INVALID_PERSONA_HANDLE', {
    agentPersona: handle.slice(0, QUOTED_HANDLE_LENGTH),
  })
}
