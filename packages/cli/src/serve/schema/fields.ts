import { CONFIG_FORMS } from '@cordon/gateway'
import { isHandle } from '@cordon/personas'
import { z } from 'zod'

/** A form, and what it is called in a message. */
export type Form = (typeof CONFIG_FORMS)[keyof typeof CONFIG_FORMS]

/** A number of things or of milliseconds; none of the gateway's own goes further, because a timer does not. */
export function count(description: string, fallback: string) {
  return z.int32().min(1).exactOptional().describe(`${description} Default: ${fallback}.`)
}

/** A text of a form; what is wrong with another one is said in words. */
export function text({ pattern, expected }: Form, description: string) {
  return z.string().regex(pattern, `expected ${expected}`).describe(description)
}

/** Name of an upstream or a tenant. */
export function name(description: string) {
  return text(CONFIG_FORMS.name, description)
}

/** Handle of a persona. */
export function handle() {
  return z.string().refine(isHandle, 'expected a handle, id@MAJOR.MINOR.PATCH')
}
