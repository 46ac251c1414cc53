/** Hits closer than this are found by looking at each unit: starting a RegExp costs as much as about fifty of them. */
const NEAR_UNITS = 48

/** Answers the index of the first hit at or after `from`, or the text's length. */
export type FindUnit = (text: string, from: number) => number

/**
 * Searches for one set of UTF-16 units, written twice: as a function for hits that are close together, and as the
 * inside of a RegExp class for long clean runs.
 */
export function createFindUnit(isHit: (unit: number) => boolean, units: string): FindUnit {
  const far = new RegExp(`[${units}]`, 'g')
  return (text, from) => {
    const near = Math.min(from + NEAR_UNITS, text.length)
    for (let i = from; i < near; i++) if (isHit(text.charCodeAt(i))) return i
    if (near === text.length) return near
    far.lastIndex = near
    return far.exec(text)?.index ?? text.length
  }
}
