/** What a JSON text may have of what takes `JSON.parse` longer than its length shows. */
interface JsonLimits {
  /** Values, an empty list or object counted as two. */
  readonly values: number
  /** Members of objects: those in an order that was not there before take five times as long. */
  readonly members: number
  /** Different names of members, whole numbers left out: each new one takes twenty times as long. */
  readonly names: number
}

/** Conversations are text for the most part, and the names are those of the protocol and of the tools' parameters. */
export const REQUEST_LIMITS: JsonLimits = { values: 100_000, members: 50_000, names: 10_000 }
/** As many as 9,000 tokens with the probabilities of 20 others each have; some servers give those under the text of each. */
export const ANSWER_LIMITS: JsonLimits = { values: 2_000_000, members: 600_000, names: 2_500 }

/** Deepest nesting that is parsed; requests of the protocol stay below twenty. */
const MAX_DEPTH = 1_000
/** Shorter texts cannot have enough of anything to matter, and are not looked at. */
const HARMLESS_BYTES = 16 * 1024

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c

/** V8 keeps the members of such names like those of a list; a map from the ids of tokens has thousands. */
const INDEX = /^[1-9]\d{0,8}$/

/**
 * Returns what is expected of a JSON text that has too much of something, 16 KiB and less excepted: more than 1,000 levels
 * of nesting, since `JSON.parse` takes microseconds for each and a body of brackets alone would hold up the process for
 * seconds; or more than `limits` allows, of which a great many do the same, in many short nests too.
 */
export function excessOf(json: Buffer | string, limits: JsonLimits): string | undefined {
  if (json.length <= HARMLESS_BYTES) return undefined
  if (typeof json === 'string') return excessOf(Buffer.from(json), limits)
  let depth = 0
  let values = 0
  let members = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === QUOTE) at = endOfString(json, at)
    else if (byte === 0x2c) values += 1
    else if (byte === COLON) members += 1
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1
      values += 1
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1
    if (depth > MAX_DEPTH) return 'less nesting'
  }
  if (values > limits.values) return `at most ${limits.values} values`
  if (members > limits.members) return `at most ${limits.members} members`
  const tooMany = members > limits.names && hasMoreNames(json, limits.names)
  return tooMany ? `at most ${limits.names} different names` : undefined
}

function hasMoreNames(json: Buffer, limit: number): boolean {
  const names = new Set<string>()
  let start = 0
  let end = 0
  for (let at = 0; at < json.length && names.size <= limit; at += 1) {
    if (json[at] === QUOTE) {
      start = at + 1
      end = endOfString(json, at)
      at = end
    } else if (json[at] === COLON) {
      const name = json.toString('latin1', start, end)
      if (!INDEX.test(name)) names.add(name)
    }
  }
  return names.size > limit
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
