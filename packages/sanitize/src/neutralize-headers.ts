import regexEscape from 'regex-escape'

/** How a header keyword is recognised: `exact` spelling, or `fold` (case, width, look-alike letters, other dashes, prefixes). */
export type HeaderMatch = 'exact' | 'fold'

export interface HeaderOptions {
  /** Words that open a header line. @defaultValue `['MODE', 'CONTEXT', '---BEGIN', '---END']` */
  readonly keywords?: readonly string[]
  /** @defaultValue `'exact'` */
  readonly match?: HeaderMatch
}

const KEYWORDS = ['MODE', 'CONTEXT', '---BEGIN', '---END']

/**
 * Returns `text` with two blanks before each keyword that opens a line (after tabs and spaces) and is followed by
 * White_Space, a colon or the line's end. Lines end at LF only. The same string when there is none.
 */
export function neutralizeHeaders(text: string, { keywords = KEYWORDS }: HeaderOptions = {}): string {
  const words = keywords.map((word) => regexEscape(word).replaceAll('\\-', '\\x2d')).join('|')
  return text.replace(new RegExp(`(^|\\n)([\\t ]*)(?=(?:${words})(?:[\\p{White_Space}:]|$))`, 'gu'), '$1$2  ')
}
