/** Deepest nesting that is parsed; requests of the protocol stay below twenty. */
const MAX_DEPTH = 1_000
/** Shorter texts cannot nest deeply enough to matter, and are not looked at. */
const HARMLESS_BYTES = 16 * 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Returns what a JSON text has too much of, 16 KiB and less excepted: more than 1,000 levels of nesting, since `JSON.parse`
 * takes microseconds for each and a body of brackets alone would hold up the process for seconds; or more than `maxValues`
 * values, of which millions do the same, in many short nests too. An empty list or object counts as two.
 */
export function excessOf(
  json: Buffer | string,
  maxValues: number = Number.POSITIVE_INFINITY,
): 'nesting' | 'values' | undefined {
  if (json.length <= HARMLESS_BYTES) return undefined
  if (typeof json === 'string') return excessOf(Buffer.from(json), maxValues)
  let depth = 0
  let values = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === QUOTE) at = endOfString(json, at)
    else if (byte === 0x2c) values += 1
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1
      values += 1
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1
    if (depth > MAX_DEPTH) return 'nesting'
  }
  return values > maxValues ? 'values' : undefined
}

/** Returns the place of the quote that ends the string which begins at `start`, or the end of the text. */
function endOfString(json: Buffer, start: number): number {
  let end = json.indexOf(QUOTE, start + 1)
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf(QUOTE, end + 1)
  return end === -1 ? json.length : end
}

function isEscaped(json: Buffer, at: number): boolean {
  let backslashes = 0
  while (json[at - 1 - backslashes] === BACKSLASH) backslashes += 1
  return backslashes % 2 === 1
}
