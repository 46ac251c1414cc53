import { type SanitizePolicy, sanitize } from '@cordon/sanitize'
import { assertOneOf } from './assert-one-of.ts'
import { assertString } from './assert-string.ts'

/** What is done to untrusted text before it is fenced: nothing, or one of the policies of `@cordon/sanitize`. */
export type FencePolicy = 'off' | SanitizePolicy

/** Throws a TypeError unless `policy` is one that exists: a misspelt one must not mean "unsanitized". */
export function assertPolicy(policy: unknown): void {
  assertOneOf(policy, 'policy', ['off', 'standard', 'strict'])
}

/** Returns `text` sanitized under `policy` and well-formed under each of them. */
export function sanitizeContent(text: unknown, policy: FencePolicy): string {
  assertString(text, 'text')
  assertPolicy(policy)
  // Before any deletion: taking out what stands between two halves would make a character that nobody wrote.
  const wellFormed = text.toWellFormed()
  return policy === 'off' ? wellFormed : sanitize(wellFormed, { policy })
}
