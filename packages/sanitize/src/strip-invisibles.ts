import { assertSanitizeOptions } from './options/assert-sanitize-options.ts'
import { assertType } from './options/assert-type.ts'
import type { SanitizePolicy } from './options/policy.ts'
import { feedWhole } from './passes/pass.ts'
import { openStages, stripPasses } from './passes/policy-passes.ts'

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
  assertType(text, 'string', 'text')
  assertSanitizeOptions(options, ['policy'])
  const { policy = 'standard' } = options
  return feedWhole(openStages(stripPasses(policy)), text)
}
