const maxUnits = 2000
const overlap = 800

/**
 * Returns a line, or overlapping pieces of a longer one, so that padding hides nothing and no pattern reads far. What a
 * pattern matches is shorter than the overlap, save the ends of long tokens.
 */
export function* piecesOf(line: string): Generator<string> {
  for (let start = 0; start === 0 || start + overlap < line.length; start += maxUnits - overlap)
    yield line.slice(start, start + maxUnits)
}
