import canonicalize from 'canonicalize'
import { PayloadFault } from './payload-fault.ts'

/** The longest payload, in bytes of its RFC 8785 form. */
const MAX_PAYLOAD_BYTES = 65_536

/** Deep enough for a log, and below what parsers of other languages refuse (serde_json 128, Ruby 100). */
const MAX_PAYLOAD_DEPTH = 64

/** Code units of `0`–`9`: a key that begins with one may be an array index, which engines enumerate first. */
const DIGIT_ZERO = 48
const DIGIT_NINE = 57

/**
 * Returns the RFC 8785 form of a JSON value; a `bigint` in it is written as its decimal string. What is refused is told
 * by its place: the n-th member or item of each container, from 1, as `Object.keys` lists them.
 *
 * The payload is copied with its keys in order first: what is checked is then what is written, whatever getters do,
 * and `JSON.stringify` of such a copy is the canonical form already (RFC 8785 §3.2.2 takes its primitives from
 * ECMAScript), save where a key looks like an array index. Then the library sorts.
 *
 * @throws {@link AuditError} `ERR_AUDIT_PAYLOAD` or `ERR_AUDIT_PAYLOAD_TOO_LARGE`.
 */
export function serializePayload(payload: unknown): string {
  try {
    const copy = new PayloadCopy()
    const value = copy.take(payload, 0)
    const text = (copy.hasIndexKeys ? canonicalize(value) : JSON.stringify(value)) as string
    if (text.length > MAX_PAYLOAD_BYTES / 3 && Buffer.byteLength(text) > MAX_PAYLOAD_BYTES) throw tooLarge()
    return text
  } catch (error) {
    throw PayloadFault.of(error).toError()
  }
}

/** One walk over a payload: copies it, refuses what JSON cannot say, and stops as soon as it is too large. */
class PayloadCopy {
  hasIndexKeys = false
  #units = 0

  take(value: unknown, depth: number): unknown {
    switch (typeof value) {
      case 'string':
        return this.#string(value)
      case 'number':
        return this.#number(value)
      case 'boolean':
        return value
      case 'bigint':
        return this.#bigint(value)
      case 'object':
        return value === null ? null : this.#container(value, depth)
      default:
        throw new PayloadFault(`holds a value of type ${typeof value}`)
    }
  }

  #string(value: string): string {
    this.#count(value.length)
    if (!value.isWellFormed()) throw new PayloadFault('holds a lone surrogate')
    return value
  }

  #bigint(value: bigint): string {
    // Hexadecimal takes linear time and fewer digits; decimal takes quadratic time.
    if (value.toString(16).length > MAX_PAYLOAD_BYTES) throw tooLarge()
    return this.#string(value.toString())
  }

  #number(value: number): number {
    if (Number.isSafeInteger(value)) return value
    if (!Number.isFinite(value)) throw new PayloadFault('holds NaN or an infinity')
    // From 1e21 on ECMAScript writes an exponent, which no reader takes for an exact integer.
    if (!Number.isInteger(value) || Math.abs(value) >= 1e21) return value
    throw new PayloadFault('holds an integer beyond 2^53 - 1; write it as a decimal string')
  }

  #container(value: object, depth: number): unknown {
    if (depth === MAX_PAYLOAD_DEPTH) {
      throw new PayloadFault(`holds a cycle or is nested deeper than ${MAX_PAYLOAD_DEPTH}`)
    }
    return Array.isArray(value) ? this.#array(value, depth + 1) : this.#object(value, depth + 1)
  }

  #array(value: readonly unknown[], depth: number): unknown[] {
    const { length } = value
    this.#count(length)
    const copy: unknown[] = []
    try {
      // By index, as JSON has it: the array's own iterator may never end.
      while (copy.length < length) copy.push(this.take(value[copy.length], depth))
    } catch (error) {
      throw PayloadFault.of(error).within('item', copy.length)
    }
    return copy
  }

  #object(value: object, depth: number): object {
    const prototype = Object.getPrototypeOf(value)
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      throw new PayloadFault('holds an object with a class')
    if (Object.getOwnPropertySymbols(value).length > 0) throw new PayloadFault('holds a symbol as a key')
    const copy: Record<string, unknown> = {}
    let key = ''
    try {
      for (key of Object.keys(value).sort()) {
        const first = key.charCodeAt(0)
        if (first >= DIGIT_ZERO && first <= DIGIT_NINE) this.hasIndexKeys = true
        this.#string(key)
        const item = this.take((value as Record<string, unknown>)[key], depth)
        if (key === '__proto__') Object.defineProperty(copy, key, { value: item, enumerable: true })
        else copy[key] = item
      }
    } catch (error) {
      throw PayloadFault.of(error).within('member', Object.keys(value).indexOf(key))
    }
    return copy
  }

  #count(units: number): void {
    this.#units += units
    // The negated form also refuses the NaN that a proxy gives for its length.
    if (!(this.#units <= MAX_PAYLOAD_BYTES)) throw tooLarge()
  }
}

function tooLarge(): PayloadFault {
  const reason = `is larger than ${MAX_PAYLOAD_BYTES} bytes`
  return new PayloadFault(reason, 'ERR_AUDIT_PAYLOAD_TOO_LARGE')
}
