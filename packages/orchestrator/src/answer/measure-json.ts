/** What a JSON text holds, by its brackets, commas and colons outside of strings. */
export interface JsonMeasure {
  readonly values: number
  /** Names in the outermost object; more than a parser kept where one stands twice. */
  readonly names: number
}

/** Returns the measure of a JSON text; of other text no more than that a parser would not have far to go. */
export function measureJson(text: string): JsonMeasure {
  let [values, names, depth] = [0, 0, 0]
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]
    if (mark === '"') quoted = !quoted
    else if (quoted) {
      if (mark === '\\') at++
    } else if (mark === '[' || mark === '{') {
      values++
      depth++
    } else if (mark === ']' || mark === '}') depth--
    else if (mark === ',') values++
    else if (mark === ':' && depth === 1) names++
  }
  return { values, names }
}
