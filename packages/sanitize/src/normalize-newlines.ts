import { assertType } from './options/assert-type.ts'
import { createNewlinePass } from './passes/newline-pass.ts'
import { runPass } from './passes/pass.ts'

/**
 * Returns `text` with every CRLF, CR, VT, FF, NEL (U+0085), LS (U+2028) and PS (U+2029) as one LF, CRLF as a unit.
 * The same string when there is none.
 */
export function normalizeNewlines(text: string): string {
  assertType(text, 'string', 'text')
  return runPass(createNewlinePass(false), text)
}
