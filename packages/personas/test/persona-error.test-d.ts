import { type AnyPersonaError, type Persona, PersonaError, parseHandle, parsePersona } from '@cordon/personas'
import { type OpenRegistryOptions, openRegistry, type PersonaEvent } from '@cordon/personas/registry'
import { expectTypeOf } from 'vitest'

declare const error: AnyPersonaError
if (error.code === 'ERR_PERSONA_TAMPERED')
  expectTypeOf(error.detail.actualHash).toEqualTypeOf<string | null>()
if (error.code === 'ERR_PERSONA_SCHEMA') expectTypeOf(error.detail.line).toEqualTypeOf<number | undefined>()
if (error.code === 'ERR_PERSONA_INIT')
  expectTypeOf(error.detail.faults).toEqualTypeOf<readonly AnyPersonaError[]>()

declare const caught: unknown
if (PersonaError.isInstance(caught)) expectTypeOf(caught).toEqualTypeOf<AnyPersonaError>()

expectTypeOf(parsePersona('a', new Uint8Array())).toEqualTypeOf<Persona>()
expectTypeOf(parseHandle('a@1.0.0').version).toBeString()

declare const event: PersonaEvent
if (event.type === 'persona_reload') {
  expectTypeOf(event.outcome).toEqualTypeOf<'success' | 'parse_error' | 'filename_mismatch'>()
}

// @ts-expect-error there is no default mode
void openRegistry('personas', {})
// @ts-expect-error the mode is one of two
expectTypeOf<{ integrity: 'auto' }>().toMatchTypeOf<OpenRegistryOptions>()
declare const persona: Persona
// @ts-expect-error a persona cannot be changed
persona.body = 'x'
