/** Hits closer than this are found by looking at each unit: starting a RegExp costs as much as about fifty of them. */
const NEAR_UNITS = 48

/** Answers the index of the first hit at or after `from`, or the text's length. */
export type FindUnit = (text: string, from: number) => number

/** First and last UTF-16 unit. */
type UnitRange = readonly [first: number, last: number]

/** A set of UTF-16 units that can be searched for at any density. */
export interface UnitSet {
  /** Whether the text holds one: single units through `includes` (memchr in V8), ranges through one RegExp. */
  isIn(text: string): boolean
  /** Close hits through a bitmap, far ones through a RegExp. */
  createFind(): FindUnit
}

const hex = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`
const classOf = (ranges: readonly UnitRange[]): string =>
  `[${ranges.map(([first, last]) => `${hex(first)}-${hex(last)}`).join('')}]`

/**
 * Makes a set of single units and ranges. Far-apart singles stay out of the RegExp that clean text runs through: one
 * U+FEFF in a class costs V8 two to four times the time.
 */
export function unitSet(singles: string, ranges: readonly UnitRange[]): UnitSet {
  const units = singles.split('')
  const all = [...ranges, ...units.map((unit): UnitRange => [unit.charCodeAt(0), unit.charCodeAt(0)])]
  const bits = new Uint32Array(0x10000 / 32)
  for (const [first, last] of all) {
    for (let unit = first; unit <= last; unit++)
      bits[unit >>> 5] = (bits[unit >>> 5] ?? 0) | (1 << (unit & 31))
  }
  const rangePattern = ranges.length > 0 ? new RegExp(classOf(ranges)) : undefined
  const pattern = classOf(all)
  return {
    isIn: (text) => units.some((unit) => text.includes(unit)) || rangePattern?.test(text) === true,
    createFind() {
      const far = new RegExp(pattern, 'g')
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
    },
  }
}
