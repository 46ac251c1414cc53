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
    const find = separators.createFind(text)
    for (let i = find(text, 0); i < end; ) {
      const isPair = hasPairs && text.charCodeAt(i) === 0x0d && text.charCodeAt(i + 1) === 0x0a
      sink.edit(i, i + 1, isPair ? '' : '\n')
      i = find(text, isPair ? i + 2 : i + 1)
    }
    return end
  }
}

/** A whole string is looked at in parts of this size: what V8 replaces then stays in the cache. */
const PART_UNITS = 8192

/** With more pairs in a part V8's replacing, some 100 ns a match, loses to the pass. */
const MANY_PAIRS = 256

function hasManyPairs(text: string): boolean {
  let at = -1
  for (let pairs = 0; pairs < MANY_PAIRS; pairs++) {
    at = text.indexOf('\r\n', at + 1)
    if (at === -1) return false
  }
  return true
}

/** Answers the text with every CRLF as LF; of the other separators only some. */
function joinPairs(text: string, isStrict: boolean): string {
  const parts: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = start + PART_UNITS
    const part = text.slice(start, text.startsWith('\r\n', end - 1) ? end + 1 : end)
    parts.push(hasManyPairs(part) ? runPass(createNewlinePass(isStrict), part) : part.replace(/\r\n/g, '\n'))
    start += part.length
  }
  return parts.join('')
}

/**
 * The newline pass over a whole string. Where its first CR belongs to a CRLF, most do, and are replaced first. What is
 * a CR after that was none of a CRLF, although a LF may follow it now.
 */
export function normalizeWhole(text: string, isStrict: boolean): string {
  const first = text.indexOf('\r')
  const hasPairs = first !== -1 && text.charCodeAt(first + 1) === 0x0a
  return runPass(createNewlinePass(isStrict, !hasPairs), hasPairs ? joinPairs(text, isStrict) : text)
}
