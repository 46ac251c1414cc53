import { type Pass, runPass } from './pass.ts'
import { type UnitSet, unitSet } from './unit-set.ts'

/** What ends a line besides LF. */
const SEPARATORS = '\r\v\f\x85\u2028\u2029'

/** U+001C–1E: Python's `splitlines` ends a line there, and so does bidi class B. */
const STRICT_SEPARATORS = `${SEPARATORS}\x1c\x1d\x1e`

const standard: UnitSet = /* @__PURE__ */ unitSet(SEPARATORS)
const strict: UnitSet = /* @__PURE__ */ unitSet(STRICT_SEPARATORS)

/** Whether the newline pass of `standard` would change the text. */
export const hasSeparators = (text: string): boolean => standard.isIn(text)

/** The separators of a policy. */
export const separatorsOf = (isStrict: boolean): string => (isStrict ? STRICT_SEPARATORS : SEPARATORS)

/** Every separator becomes one LF, CRLF as a unit. Look-ahead: one unit, after a CR. */
export function createNewlinePass(isStrict: boolean, hasPairs = true): Pass {
  const separators = isStrict ? strict : standard
  return (text, isLast, sink) => {
    const end = !isLast && text.endsWith('\r') ? text.length - 1 : text.length
    if (!separators.isIn(text)) return end
    const find = separators.createFind()
    for (let i = find(text, 0); i < end; ) {
      const isPair = hasPairs && text.charCodeAt(i) === 0x0d && text.charCodeAt(i + 1) === 0x0a
      sink.edit(i, i + 1, isPair ? '' : '\n')
      i = find(text, isPair ? i + 2 : i + 1)
    }
    return end
  }
}

/**
 * The newline pass over a whole string. Where its first CR belongs to a CRLF, most do: V8 replaces a literal in one
 * flat copy. What is a CR after that was none of a CRLF, although a LF may follow it now.
 */
export function normalizeWhole(text: string, isStrict: boolean): string {
  const first = text.indexOf('\r')
  const hasPairs = first !== -1 && text.charCodeAt(first + 1) === 0x0a
  const unpaired = hasPairs ? text.replace(/\r\n/g, '\n') : text
  return runPass(createNewlinePass(isStrict, !hasPairs), unpaired)
}
