import type { Pass } from './pass.ts'
import { type UnitSet, unitSet } from './unit-set.ts'

/** What ends a line besides LF. */
const SEPARATORS = '\r\v\f\x85\u2028\u2029'

/** U+001C–1E: Python's `splitlines` ends a line there, and so does bidi class B. */
const STRICT_SEPARATORS = `${SEPARATORS}\x1c\x1d\x1e`

const standard: UnitSet = /* @__PURE__ */ unitSet(SEPARATORS, [])
const strict: UnitSet = /* @__PURE__ */ unitSet(STRICT_SEPARATORS, [])

/** Whether the newline pass of `standard` would change the text. */
export const hasSeparators = (text: string): boolean => standard.isIn(text)

/** The separators of a policy. */
export const separatorsOf = (isStrict: boolean): string => (isStrict ? STRICT_SEPARATORS : SEPARATORS)

/** Every separator becomes one LF, CRLF as a unit. Look-ahead: one unit, after a CR. */
export function createNewlinePass(isStrict: boolean): Pass {
  const separators = isStrict ? strict : standard
  return (text, isLast, sink) => {
    const end = !isLast && text.endsWith('\r') ? text.length - 1 : text.length
    if (!separators.isIn(text)) return end
    const find = separators.createFind(text)
    for (let i = find(text, 0); i < end; ) {
      const isPair = text.charCodeAt(i) === 0x0d && text.charCodeAt(i + 1) === 0x0a
      // Of a pair the LF stays: text with CRLF throughout then costs one slice a line.
      sink.edit(i, i + 1, isPair ? '' : '\n')
      i = find(text, isPair ? i + 2 : i + 1)
    }
    return end
  }
}
