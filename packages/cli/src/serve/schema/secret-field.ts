import { z } from 'zod'
import type { Form } from './fields.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Returns what is wrong with a secret, or undefined; it must not quote it. */
type FaultOf = (found: string) => string | undefined

/** Returns a secret as it is meant: itself, or the environment variable that it names. */
export type Replace = (value: string, context: z.RefinementCtx, faultOf: FaultOf, path?: number[]) => string

const REFERENCE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/

export const REPLACED = 'May be written as ${NAME}: the environment variable of that name.'

/** Returns what replaces `${NAME}` from `env`. Without `env` secrets are not looked at. */
export function replaceFrom(env: Environment | undefined): Replace {
  return (value, context, faultOf, path = []) => {
    if (env === undefined) return value
    const name = REFERENCE.exec(value)?.[1]
    const found = name === undefined ? value : Object.hasOwn(env, name) ? env[name] : undefined
    const fault = found ? faultOf(found) : `the environment variable ${name} is not set`
    if (found && fault === undefined) return found
    context.addIssue({ code: 'custom', message: fault, path })
    return z.NEVER
  }
}

/** A text that is secret, or belongs to a secret, of a form if there is one. */
export function secret(replace: Replace, description: string, form?: Form) {
  const faultOf = (found: string): string | undefined =>
    form === undefined || form.pattern.test(found) ? undefined : `expected ${form.expected}`
  return z
    .string()
    .min(1)
    .transform((value, context) => replace(value, context, faultOf))
    .describe(`${description} ${REPLACED}`)
}
