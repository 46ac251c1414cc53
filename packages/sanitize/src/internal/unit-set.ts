/** Hits closer than this are found by looking at each unit: starting a RegExp costs as much as about fifty of them. */
const NEAR_UNITS = 48

/** The same for `indexOf`, which starts faster. */
const NEAR_SINGLE_UNITS = 8

/** Answers the index of the first hit at or after `from`, or the text's length. */
export type FindUnit = (text: string, from: number) => number

/** A set of UTF-16 units that can be searched for at any density. */
export interface UnitSet {
  /** Whether the text holds one. */
  isIn(text: string): boolean
  /** A search for one text: close hits through a bitmap, far ones through `indexOf` or a RegExp. */
  createFind(text: string): FindUnit
}

/**
 * Makes a set of single units, each looked for with `includes` (memchr in V8), and of ranges, in the syntax of a RegExp
 * class and each with both ends (`a-a`), looked for with one RegExp. One far unit such as U+FEFF in a class costs V8
 * two to four times the time: name it as a single.
 */
export function unitSet(singles: string, ranges = ''): UnitSet {
  const units = singles.split('')
  const rangePattern = ranges === '' ? undefined : new RegExp(`[${ranges}]`)
  const all = units.map((unit) => `${unit}-${unit}`).join('') + ranges
  let bits: Uint32Array | undefined
  return {
    isIn: (text) => units.some((unit) => text.includes(unit)) || rangePattern?.test(text) === true,
    createFind(text) {
      const present = units.filter((unit) => text.includes(unit))
      const [single] = present
      if (single !== undefined && present.length === 1 && rangePattern?.test(text) !== true)
        return findSingle(single)
      bits ??= bitmapOf(all)
      return findAny(bits, new RegExp(`[${all}]`, 'g'))
    },
  }
}

/** One bit a unit: 8 KiB. */
export function bitmapOf(ranges: string): Uint32Array {
  const bits = new Uint32Array(0x10000 / 32)
  for (let i = 0; i < ranges.length; i += 3) {
    for (let unit = ranges.charCodeAt(i); unit <= ranges.charCodeAt(i + 2); unit++)
      bits[unit >>> 5] = (bits[unit >>> 5] ?? 0) | (1 << (unit & 31))
  }
  return bits
}

export const hasBit = (bits: Uint32Array, unit: number): boolean =>
  (((bits[unit >>> 5] ?? 0) >>> (unit & 31)) & 1) === 1

function findSingle(single: string): FindUnit {
  const wanted = single.charCodeAt(0)
  return (text, from) => {
    const near = Math.min(from + NEAR_SINGLE_UNITS, text.length)
    for (let i = from; i < near; i++) if (text.charCodeAt(i) === wanted) return i
    const index = text.indexOf(single, near)
    return index === -1 ? text.length : index
  }
}

function findAny(bits: Uint32Array, far: RegExp): FindUnit {
  return (text, from) => {
    const near = Math.min(from + NEAR_UNITS, text.length)
    for (let i = from; i < near; i++) if (hasBit(bits, text.charCodeAt(i))) return i
    if (near === text.length) return near
    far.lastIndex = near
    return far.exec(text)?.index ?? text.length
  }
}
