import { isBetween } from './is-between.ts'
import type { Pass } from './pass.ts'

/**
 * Each lone surrogate becomes U+FFFD. First of all passes: a deletion between two halves would otherwise make a
 * character that was not there. Look-ahead: one unit, after a high surrogate.
 */
export function createSurrogatePass(): Pass {
  return (text, isLast, sink) => {
    const isOpen = !isLast && isBetween(text.charCodeAt(text.length - 1), 0xd800, 0xdbff)
    const end = isOpen ? text.length - 1 : text.length
    const repaired = text.toWellFormed()
    if (repaired === text) return end
    for (let i = 0; i < end; i++)
      if (repaired.charCodeAt(i) !== text.charCodeAt(i)) sink.edit(i, i + 1, '\ufffd')
    return end
  }
}
