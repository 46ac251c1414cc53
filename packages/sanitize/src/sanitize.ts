import { assertOptions } from './internal/assert-options.ts'
import { isSurelyClean } from './internal/is-surely-clean.ts'
import { feedWhole } from './internal/pass.ts'
import { openStages, policyPasses } from './internal/policy-passes.ts'
import { requireText } from './internal/require-text.ts'
import { SANITIZE_OPTIONS, type SanitizeOptions } from './policy.ts'

/**
 * Returns `text` after all passes of the policy, in their fixed order. The same string when nothing changes.
 *
 * `standard`: newlines, invisibles, headers. `strict`: surrogates, newlines, terminal sequences, invisibles, headers;
 * done again, it changes nothing (unless `quoteLines`). Never throws on a string.
 *
 * @throws TypeError or RangeError when an option is not what its type says.
 */
export function sanitize(text: string, options: SanitizeOptions = {}): string {
  requireText('text', text)
  assertOptions(options, SANITIZE_OPTIONS)
  const { policy = 'standard', keywords, match, quoteLines } = options
  const hasDefaults = keywords === undefined && match === undefined && !quoteLines
  if (hasDefaults && isSurelyClean(text, policy)) return text
  return feedWhole(openStages(policyPasses(policy, options)), text)
}
