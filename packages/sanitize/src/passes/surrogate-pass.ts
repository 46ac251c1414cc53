import { isBetween } from '../characters/is-between.ts'
import { pointAt } from '../characters/point-at.ts'
import type { Pass } from './pass.ts'

/**
 * Each lone surrogate becomes U+FFFD. First of all passes: a deletion between two halves would otherwise make a
 * character that was not there. Look-ahead: one unit, after a high surrogate.
 */
export function createSurrogatePass(): Pass {
  return (text, isLast, sink) => {
    const last = text.length - 1
    const end = !isLast && isBetween(text.charCodeAt(last), 0xd800, 0xdbff) ? last : text.length
    if (text.isWellFormed()) return end
    for (let i = 0; i < end; i++) {
      const point = pointAt(text, i)
      if (point > 0xffff) i++
      else if (isBetween(point, 0xd800, 0xdfff)) sink.edit(i, i + 1, '\ufffd')
    }
    return end
  }
}
