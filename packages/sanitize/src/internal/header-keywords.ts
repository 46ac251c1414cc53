/** The words that Cordon's own prompts put at the start of a line. */
export const HEADER_KEYWORDS: readonly string[] = ['MODE', 'CONTEXT', '---BEGIN', '---END']

/** So that a keyword and what follows it fit into the look-ahead. */
const MAX_KEYWORD_POINTS = 32

/** Answers a copy of the list, or throws a TypeError or a RangeError for one that cannot be meant. */
export function readKeywords(keywords: readonly string[]): readonly string[] {
  if (!Array.isArray(keywords))
    throw new TypeError(`"keywords" expected array of string, got ${typeof keywords}`)
  for (const word of keywords) {
    if (typeof word !== 'string')
      throw new TypeError(`"keywords" expected array of string, got ${typeof word}`)
    const points = Array.from(word).length
    if (points === 0 || points > MAX_KEYWORD_POINTS || /^\s|\n/.test(word)) {
      throw new RangeError(
        `"keywords" expected lines of 1..${MAX_KEYWORD_POINTS} code points that begin with no blank, got ${points}`,
      )
    }
  }
  return [...keywords]
}
