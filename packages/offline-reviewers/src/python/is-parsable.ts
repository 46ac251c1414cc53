// CPython stops at 200 nested brackets; a tree far deeper than that is an attack on memory.
const maxBracketDepth = 1000

// What stands in strings and comments nests nothing. An escaped quote opens no string: else each of those in a line that
// nothing closes would be read to its end.
const token = /(["'])(?:[^\\\n]|\\.)*?\1|\\["']|#[^\n]*|[()[\]{}]/g

/** Returns whether a text is of a shape for which the parser's tree stays proportionate. */
export function isParsable(text: string): boolean {
  let depth = 0
  for (const [bracket] of text.matchAll(token)) {
    if (bracket.length > 1) continue
    depth = '([{'.includes(bracket) ? depth + 1 : Math.max(0, depth - 1)
    if (depth > maxBracketDepth) return false
  }
  return true
}
