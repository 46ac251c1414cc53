import type { RngLike } from './crypto-rng.ts'

/**
 * Returns a source that answers `values`, all read at once, first in, first out. For tests: its values are known.
 * Its `nextU128` throws a RangeError once all values are used; it never starts over.
 *
 * @throws TypeError when `values` cannot be iterated over.
 */
export function fixedRng(values: Iterable<bigint>): RngLike {
  if (!(Symbol.iterator in Object(values))) throw new TypeError('"values" expected iterable, got another')
  const queue = [...values]
  let next = 0
  return {
    nextU128() {
      const value = queue[next]
      if (value === undefined)
        throw new RangeError(`"values" expected more than ${queue.length}, all are used`)
      next += 1
      return value
    },
  }
}
