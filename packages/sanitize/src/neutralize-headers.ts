import { assertSanitizeOptions } from './options/assert-sanitize-options.ts'
import { assertType } from './options/assert-type.ts'
import type { HeaderMatch } from './options/policy.ts'
import { createHeaderPass } from './passes/header-pass.ts'
import { runPass } from './passes/pass.ts'

/**
 * Returns `text` with two blanks before each keyword that opens a line and is followed by White_Space, a colon or the
 * line's end. Lines end at LF only. The same string when there is none.
 *
 * `exact`: in that spelling, after tabs and spaces; each run adds two blanks. `fold`: in any spelling that reads the
 * same, also after other White_Space, quote and list marks, unless two blanks stand before it already; a spelling that
 * is not exact needs a colon or the line's end.
 *
 * @throws TypeError when `keywords` is not an array of strings, `match` is neither, or there is another option.
 * @throws RangeError when a keyword is not one line of 1 to 32 code points.
 */
export function neutralizeHeaders(
  text: string,
  options: { readonly keywords?: readonly string[]; readonly match?: HeaderMatch } = {},
): string {
  assertType(text, 'string', 'text')
  assertSanitizeOptions(options, ['keywords', 'match'])
  const { keywords, match = 'exact' } = options
  return runPass(createHeaderPass(keywords, match, match === 'fold'), text)
}
