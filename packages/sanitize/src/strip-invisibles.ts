import { type Allowed, assertOptions } from './internal/assert-options.ts'
import { feedWhole } from './internal/pass.ts'
import { openStages, stripPasses } from './internal/policy-passes.ts'
import { requireText } from './internal/require-text.ts'
import type { SanitizePolicy } from './policy.ts'

const ALLOWED: Allowed = new Map([['policy', ['standard', 'strict']]])

/**
 * Returns `text` without what draws nothing. The same string when there is none.
 *
 * `standard`: the 31 code points U+00AD, U+200B–200F, U+2028–202F, U+2060–206F, U+FEFF, wherever they stand.
 * `strict`: lone surrogates become U+FFFD and line separators LF, terminal sequences go whole, then every
 * default-ignorable, control, noncharacter and interlinear mark that no script or emoji needs; U+202F becomes a space.
 *
 * @throws TypeError when `policy` is neither, or there is another option.
 */
export function stripInvisibles(text: string, options: { readonly policy?: SanitizePolicy } = {}): string {
  requireText('text', text)
  assertOptions(options, ALLOWED)
  const { policy = 'standard' } = options
  return feedWhole(openStages(stripPasses(policy)), text)
}
