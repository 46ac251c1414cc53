import { runPass } from './internal/pass.ts'
import { policyPasses } from './internal/policy-passes.ts'
import type { SanitizeOptions } from './policy.ts'

/**
 * Returns `text` after all passes of the policy, in their fixed order. The same string when nothing changes.
 *
 * `standard`: newlines, invisibles, headers. `strict`: surrogates, newlines, terminal sequences, invisibles, headers;
 * done again, it changes nothing. Never throws on a string.
 *
 * @throws TypeError or RangeError when an option is not what its type says.
 */
export function sanitize(text: string, { policy = 'standard', ...options }: SanitizeOptions = {}): string {
  return policyPasses(policy, options).reduce((result, [, pass]) => runPass(pass, result), text)
}
