/**
 * Returns true for a parsed JSON value that holds a number beyond IEEE doubles: `1e400` parses as Infinity, which JSON
 * writes as null. Without recursion, since a short text may nest as deeply as it is long.
 */
export function holdsInfinity(parsed: object): boolean {
  const open = [parsed]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const values: readonly unknown[] = Array.isArray(next) ? next : Object.values(next)
    for (const value of values) {
      if (typeof value === 'object') {
        if (value !== null) open.push(value)
      } else if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return true
    }
  }
  return false
}
