import { type HeaderOptions, neutralizeHeaders } from './neutralize-headers.ts'
import { normalizeNewlines } from './normalize-newlines.ts'
import type { SanitizePolicy } from './policy.ts'
import { stripInvisibles } from './strip-invisibles.ts'

export interface SanitizeOptions extends HeaderOptions {
  /** @defaultValue `'standard'` in {@link sanitize}, `'strict'` in `inspect` and the streams */
  readonly policy?: SanitizePolicy
  /** Prefix every line with `| `, the one form that no spelling of a header gets past. @defaultValue `false` */
  readonly quoteLines?: boolean
}

/** Returns `text` after all passes of the policy, in their fixed order: newlines, invisibles, headers. */
export function sanitize(text: string, { policy = 'standard', ...headers }: SanitizeOptions = {}): string {
  return neutralizeHeaders(stripInvisibles(normalizeNewlines(text), { policy }), headers)
}
