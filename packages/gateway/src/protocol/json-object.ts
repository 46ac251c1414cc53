import { isAscii } from 'node:buffer'

/** An object that came as JSON: nothing is known of it but that. */
export type JsonObject = Readonly<Record<string, unknown>>

/**
 * Returns a UTF-8 text without the byte order mark that may stand before it (RFC 8259 §8.1). What is ASCII, as most JSON
 * is, is copied instead of decoded.
 */
export function textOf(utf8: Buffer): string {
  if (isAscii(utf8)) return utf8.toString('latin1')
  const text = utf8.toString('utf8')
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/** Returns the value of a JSON text, or undefined when it is none. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
