import { createFindUnit } from './find-unit.ts'
import type { Pass } from './pass.ts'

/**
 * Each lone surrogate becomes U+FFFD. First of all passes: a deletion between two halves would otherwise make a
 * character that was not there. Look-ahead: one unit, after a high surrogate.
 */
export function createSurrogatePass(): Pass {
  const find = createFindUnit((unit) => (unit & 0xf800) === 0xd800, String.raw`\ud800-\udfff`)
  return (text, isLast, sink) => {
    const end = !isLast && /[\ud800-\udbff]$/.test(text.slice(-1)) ? text.length - 1 : text.length
    if (text.isWellFormed()) return end
    for (let i = find(text, 0); i < end; ) {
      const isPair = (text.codePointAt(i) ?? 0) > 0xffff
      if (!isPair) sink.edit(i, i + 1, '\ufffd')
      i = find(text, isPair ? i + 2 : i + 1)
    }
    return end
  }
}
