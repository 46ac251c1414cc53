/**
 * Returns whether JSON holds more than `max` values, by the brackets and commas outside of its strings.
 *
 * Of text that is not JSON it says no more than that a parser would not have far to go.
 */
export function exceedsValues(text: string, max: number): boolean {
  if (text.length <= max) return false
  let count = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]
    if (mark === '"') quoted = !quoted
    else if (quoted) {
      if (mark === '\\') at++
    } else if (mark === '[' || mark === '{' || mark === ',') {
      if (++count > max) return true
    }
  }
  return false
}
