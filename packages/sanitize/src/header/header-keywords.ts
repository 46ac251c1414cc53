/** The words that Cordon's own prompts put at the start of a line. */
export const HEADER_KEYWORDS: readonly string[] = ['MODE', 'CONTEXT', '---BEGIN', '---END']

/** 32, so that a keyword and what follows it fit into the look-ahead. */
const KEYWORD = /^(?!\s)[^\n]{1,32}$/u

/** Returns a copy of the list, or throws a TypeError or a RangeError for one that cannot be meant. */
export function readKeywords(keywords: readonly string[]): readonly string[] {
  if (!Array.isArray(keywords) || keywords.some((word) => typeof word !== 'string'))
    throw new TypeError('"keywords" expected array of string, got another')
  const odd = keywords.find((word) => !KEYWORD.test(word))
  if (odd !== undefined) {
    throw new RangeError(`"keywords" expected ${KEYWORD.source}, got ${odd.length} other code units`)
  }
  return [...keywords]
}
