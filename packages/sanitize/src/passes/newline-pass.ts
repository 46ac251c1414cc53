import { CR, LF } from '../characters/code-points.ts'
import { isBetween } from '../characters/is-between.ts'
import type { Pass } from './pass.ts'

/** What ends a line besides LF. */
const SEPARATORS: readonly string[] = [...'\r\v\f\x85\u2028\u2029']

/** U+001C–1E: Python's `splitlines` ends a line there, and so does bidi class B. */
const STRICT_SEPARATORS: readonly string[] = [...SEPARATORS, ...'\x1c\x1d\x1e']

/** The separators of a policy. */
export const separatorsOf = (isStrict: boolean): readonly string[] =>
  isStrict ? STRICT_SEPARATORS : SEPARATORS

/** Whether the newline pass of `standard` would change the text; `includes` of one unit is `memchr`. */
export const hasSeparators = (text: string): boolean => SEPARATORS.some((unit) => text.includes(unit))

const isSeparator = (unit: number, isStrict: boolean): boolean =>
  isBetween(unit, 0x0b, CR) ||
  unit === 0x85 ||
  isBetween(unit, 0x2028, 0x2029) ||
  (isStrict && isBetween(unit, 0x1c, 0x1e))

/** To look at so many units costs less than to start `indexOf`. */
const NEAR_UNITS = 8

/** Every separator becomes one LF, CRLF as a unit. Look-ahead: one unit, after a CR. */
export function createNewlinePass(isStrict: boolean): Pass {
  // Not `includes`: its `memchr` looks for one byte of the unit, and stops at each U+2800 for U+2028.
  const others = new RegExp(`[${separatorsOf(isStrict).slice(1).join('')}]`)
  return (text, isLast, sink) => {
    const end = !isLast && text.endsWith('\r') ? text.length - 1 : text.length
    const hasOthers = others.test(text)
    for (let i = 0, near = 0; i < end; i++) {
      const unit = text.charCodeAt(i)
      if (isSeparator(unit, isStrict)) {
        const isPair = unit === CR && i + 1 < text.length && text.charCodeAt(i + 1) === LF
        sink.edit(i, i + 1, isPair ? '' : '\n')
        near = i + NEAR_UNITS
      } else if (!hasOthers && i > near) {
        const next = text.indexOf('\r', i)
        if (next === -1) break
        i = next - 1
      }
    }
    return end
  }
}
