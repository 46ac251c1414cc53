import type { Pass } from './pass.ts'
import { type UnitSet, unitSet } from './unit-set.ts'

const stripped: UnitSet = /* @__PURE__ */ unitSet('\xad\ufeff', '\u200b-\u200f\u2028-\u202f\u2060-\u206f')

/** Whether the strip pass of `standard` would change the text. */
export const hasInvisibles = (text: string): boolean => stripped.isIn(text)

/** Takes the 31 code points of the standard policy out. No look-ahead. */
export function createStandardStripPass(): Pass {
  return (text, _isLast, sink) => {
    if (!stripped.isIn(text)) return text.length
    const find = stripped.createFind(text)
    for (let i = find(text, 0); i < text.length; i = find(text, i + 1)) sink.edit(i, i + 1, '')
    return text.length
  }
}
