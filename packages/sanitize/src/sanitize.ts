import { assertSanitizeOptions } from './options/assert-sanitize-options.ts'
import { assertType } from './options/assert-type.ts'
import type { SanitizeOptions } from './options/policy.ts'
import { isSurelyClean } from './passes/is-surely-clean.ts'
import { feedWhole } from './passes/pass.ts'
import { openStages, policyPasses } from './passes/policy-passes.ts'

/**
 * Returns `text` after all passes of the policy, in their fixed order. The same string when nothing changes.
 *
 * `standard`: newlines, invisibles, headers. `strict`: surrogates, newlines, terminal sequences, invisibles, headers;
 * done again, it changes nothing (unless `quoteLines`). Never throws on a string.
 *
 * @throws TypeError or RangeError when an option is not what its type says.
 */
export function sanitize(text: string, options: SanitizeOptions = {}): string {
  assertType(text, 'string', 'text')
  assertSanitizeOptions(options)
  const { policy = 'standard', keywords, match, quoteLines } = options
  const hasDefaults = keywords === undefined && match === undefined && !quoteLines
  if (hasDefaults && isSurelyClean(text, policy)) return text
  return feedWhole(openStages(policyPasses(policy, options)), text)
}
