import { createFindUnit } from './find-unit.ts'
import type { Pass } from './pass.ts'

const isStripped = (unit: number): boolean =>
  unit >= 0x200b
    ? unit <= 0x200f ||
      (unit >= 0x2028 && unit <= 0x202f) ||
      (unit >= 0x2060 && unit <= 0x206f) ||
      unit === 0xfeff
    : unit === 0xad

/** Takes the 31 code points of the standard policy out. No look-ahead. */
export function createStandardStripPass(): Pass {
  const find = createFindUnit(isStripped, String.raw`\xad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff`)
  return (text, _isLast, sink) => {
    for (let i = find(text, 0); i < text.length; i = find(text, i + 1)) sink.edit(i, i + 1, '')
    return text.length
  }
}
