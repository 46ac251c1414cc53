/** Hits closer than this are found by looking at each unit: starting a RegExp costs as much as about fifty of them. */
const NEAR_UNITS = 48

/** The same for `indexOf`, which starts faster. */
const NEAR_SINGLE_UNITS = 8

/** Answers the index of the first hit at or after `from`, or the text's length. */
export type FindUnit = (text: string, from: number) => number

/** First and last UTF-16 unit. */
export type UnitRange = readonly [first: number, last: number]

/** A set of UTF-16 units that can be searched for at any density. */
export interface UnitSet {
  /** Whether the text holds one. */
  isIn(text: string): boolean
  /** A search for one text: close hits through a bitmap, far ones through `indexOf` or a RegExp. */
  createFind(text: string): FindUnit
}

const hex = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`
/** Answers the ranges as a RegExp class. */
export const classOf = (ranges: readonly UnitRange[]): string =>
  `[${ranges.map(([first, last]) => `${hex(first)}-${hex(last)}`).join('')}]`

/**
 * Makes a set of single units, each looked for with `includes` (memchr in V8), and ranges, looked for with one RegExp.
 * One far unit such as U+FEFF in a class costs V8 two to four times the time: name it as a single.
 */
export function unitSet(singles: string, ranges: readonly UnitRange[]): UnitSet {
  const units = singles.split('')
  const all = [...ranges, ...units.map((unit): UnitRange => [unit.charCodeAt(0), unit.charCodeAt(0)])]
  const bits = bitmapOf(all)
  const rangePattern = ranges.length > 0 ? new RegExp(classOf(ranges)) : undefined
  const pattern = classOf(all)
  return {
    isIn: (text) => units.some((unit) => text.includes(unit)) || rangePattern?.test(text) === true,
    createFind(text) {
      const present = units.filter((unit) => text.includes(unit))
      const [single] = present
      if (single !== undefined && present.length === 1 && rangePattern?.test(text) !== true)
        return findSingle(single)
      return findAny(bits, new RegExp(pattern, 'g'))
    },
  }
}

/** One bit a unit: 8 KiB. */
export function bitmapOf(ranges: readonly UnitRange[]): Uint32Array {
  const bits = new Uint32Array(0x10000 / 32)
  for (const [first, last] of ranges) {
    for (let unit = first; unit <= last; unit++)
      bits[unit >>> 5] = (bits[unit >>> 5] ?? 0) | (1 << (unit & 31))
  }
  return bits
}

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
    for (let i = from; i < near; i++) {
      const unit = text.charCodeAt(i)
      if (((bits[unit >>> 5] ?? 0) >>> (unit & 31)) & 1) return i
    }
    if (near === text.length) return near
    far.lastIndex = near
    return far.exec(text)?.index ?? text.length
  }
}
