import type { Pass } from './pass.ts'
import { type UnitSet, unitSet } from './unit-set.ts'

const surrogates: UnitSet = /* @__PURE__ */ unitSet('', [[0xd800, 0xdfff]])

const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00

/**
 * Each lone surrogate becomes U+FFFD. First of all passes: a deletion between two halves would otherwise make a
 * character that was not there. Look-ahead: one unit, after a high surrogate.
 */
export function createSurrogatePass(): Pass {
  return (text, isLast, sink) => {
    const end = !isLast && isHigh(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length
    if (text.isWellFormed()) return end
    const find = surrogates.createFind(text)
    for (let i = find(text, 0); i < end; ) {
      const isPair = isHigh(text.charCodeAt(i)) && isLow(text.charCodeAt(i + 1))
      if (!isPair) sink.edit(i, i + 1, '\ufffd')
      i = find(text, isPair ? i + 2 : i + 1)
    }
    return end
  }
}
