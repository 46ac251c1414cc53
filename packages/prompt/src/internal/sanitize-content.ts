import { type SanitizePolicy, sanitize } from '@cordon/sanitize'
import { assertType } from './assert-type.ts'

/** What is done to untrusted text before it is fenced: nothing, or one of the policies of `@cordon/sanitize`. */
export type FencePolicy = 'off' | SanitizePolicy

/** Every {@link FencePolicy}. */
export const FENCE_POLICIES: readonly FencePolicy[] = ['off', 'standard', 'strict']

/** Returns `text` sanitized under `policy` and well-formed under each of them. */
export function sanitizeContent(text: unknown, policy: FencePolicy, name = 'text'): string {
  assertType(text, 'string', name)
  // Before any deletion: taking out what stands between two halves would make a character that nobody wrote.
  const wellFormed = text.toWellFormed()
  return policy === 'off' ? wellFormed : sanitize(wellFormed, { policy })
}
