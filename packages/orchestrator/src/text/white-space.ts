const WHITE_SPACE = /\p{White_Space}/u

/**
 * Returns `text` without White_Space (UAX #44) at its ends, in linear time.
 *
 * `String.prototype.trim` is another set: it removes U+FEFF, which makes JSON invalid, and keeps U+0085.
 */
export function trimWhiteSpace(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start++
  while (end > start && WHITE_SPACE.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
