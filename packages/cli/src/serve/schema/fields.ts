import { CONFIG_FORMS } from '@cordon/gateway'
import { isHandle } from '@cordon/personas'
import { z } from 'zod'

/** A number of things or of milliseconds; none of the gateway's own goes further, because a timer does not. */
export function count(description: string, fallback: string) {
  return z.int32().min(1).exactOptional().describe(`${description} Default: ${fallback}.`)
}

/** Name of an upstream or a tenant. */
export function name(description: string) {
  return z.string().regex(CONFIG_FORMS.name).describe(description)
}

/** Handle of a persona. */
export function handle() {
  return z.string().refine(isHandle, 'expected a handle, id@MAJOR.MINOR.PATCH')
}
