import type { Persona } from '@cordon/personas'
import type { GatewayNames } from '../options/names.ts'

/** What every request with a persona needs of it, made once per loaded object. */
export interface PersonaForm {
  readonly persona: Persona
  /** What every body for an upstream begins with: `messages` and the persona's message as the first of them. */
  readonly bodyStart: Buffer
  /** Response headers; they hold the registry's strings, never the caller's. */
  readonly headers: readonly string[]
  /** The badge member of an answer, serialised, without braces around it. */
  readonly badgeJson: string
  readonly allowedTools: ReadonlySet<string>
}

/** Returns a function that gives a persona's form; an object that the registry replaced takes its form with it. */
export function createPersonaForms(names: GatewayNames): (persona: Persona) => PersonaForm {
  const forms = new WeakMap<Persona, PersonaForm>()
  return (persona) => {
    const known = forms.get(persona)
    if (known !== undefined) return known
    const form: PersonaForm = {
      persona,
      bodyStart: Buffer.from(`{"messages":[${JSON.stringify({ role: 'system', content: persona.body })}`),
      headers: [
        `${names.headerPrefix}-Persona-Handle`,
        persona.handle,
        `${names.headerPrefix}-Persona-Source-Hash`,
        persona.sourceHash.slice(0, 16),
      ],
      badgeJson: `${JSON.stringify(names.badgeField)}:${JSON.stringify({ id: persona.id, version: persona.version })}`,
      allowedTools: new Set(persona.allowedTools),
    }
    forms.set(persona, form)
    return form
  }
}
