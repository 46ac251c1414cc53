/**
 * Which contract the passes follow. `standard` is the compatibility contract: seven newline forms, 31 code points, exact
 * headers. `strict` removes everything that hides and keeps what a script or an emoji needs.
 */
export type SanitizePolicy = 'standard' | 'strict'

/** Answers the policy, or throws a TypeError for anything but the two names: a typing error must not switch a pass off. */
export function readPolicy(value: SanitizePolicy): SanitizePolicy {
  if (value !== 'standard' && value !== 'strict') {
    throw new TypeError(`"policy" expected 'standard' or 'strict', got ${typeof value}`)
  }
  return value
}
