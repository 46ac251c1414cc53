import { isBetween } from '../characters/is-between.ts'
import type { Pass } from './pass.ts'

/** One far unit such as U+FEFF in a class costs V8 two to four times the time; `includes` is `memchr`. */
export const hasInvisibles = (text: string): boolean =>
  text.includes('\xad') || text.includes('\ufeff') || /[\u200b-\u200f\u2028-\u202f\u2060-\u206f]/.test(text)

const isInvisible = (unit: number): boolean =>
  unit === 0xad ||
  isBetween(unit, 0x200b, 0x200f) ||
  isBetween(unit, 0x2028, 0x202f) ||
  isBetween(unit, 0x2060, 0x206f) ||
  unit === 0xfeff

/** Takes the 31 code points of the standard policy out. No look-ahead. */
export function createStandardStripPass(): Pass {
  return (text, _isLast, sink) => {
    if (!hasInvisibles(text)) return text.length
    for (let i = 0; i < text.length; i++) if (isInvisible(text.charCodeAt(i))) sink.edit(i, i + 1, '')
    return text.length
  }
}
