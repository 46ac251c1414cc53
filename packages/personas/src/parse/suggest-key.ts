/** Most edits between a key and the one it was probably meant to be. */
const MAX_EDITS = 2

/** Longer than any key and its slips; the comparison grows with the length. */
const MAX_KEY_UNITS = 64

/** Returns the known key that `key` was probably meant to be, or undefined. */
export function suggestKey(key: string, known: readonly string[]): string | undefined {
  if (key.length > MAX_KEY_UNITS) return undefined
  const plain = simplify(key)
  const ranked = known
    .map((candidate) => ({ candidate, edits: countEdits(plain, simplify(candidate)) }))
    .toSorted((a, b) => a.edits - b.edits)
  const nearest = ranked[0]
  return nearest !== undefined && nearest.edits <= Math.min(MAX_EDITS, plain.length - 1)
    ? nearest.candidate
    : undefined
}

function simplify(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Levenshtein distance, one row at a time. */
function countEdits(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(substituted, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    previous = row
  }
  return previous[b.length] ?? 0
}
