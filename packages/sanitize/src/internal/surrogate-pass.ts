import type { Pass } from './pass.ts'

/**
 * Each lone surrogate becomes U+FFFD, as `toWellFormed` does it for a whole string. First of all passes: a deletion
 * between two halves would otherwise make a character that was not there. Look-ahead: one unit, after a high surrogate.
 */
export function createSurrogatePass(): Pass {
  return (text, isLast, sink) => {
    const end = !isLast && /[\ud800-\udbff]$/.test(text.slice(-1)) ? text.length - 1 : text.length
    if (text.isWellFormed()) return end
    for (let i = 0; i < end; i++) {
      const point = text.codePointAt(i) ?? 0
      if (point > 0xffff) i++
      else if ((point & 0xf800) === 0xd800) sink.edit(i, i + 1, '\ufffd')
    }
    return end
  }
}
