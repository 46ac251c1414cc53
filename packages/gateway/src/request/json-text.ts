import { isObject, type JsonObject } from '../protocol/json-object.ts'

/** In UTF-16 code units. V8 has memory of its own mapped, and zeroed, for each string of 128 KiB or more. */
const PIECE_LENGTH = 32 * 1024

/** A JSON text that is put together in pieces and becomes bytes without ever being one string. */
export class JsonText {
  readonly #pieces: string[] = []
  #last = ''

  /** Adds a piece of JSON as it is. */
  add(json: string): void {
    this.#last += json
    if (this.#last.length < PIECE_LENGTH) return
    this.#pieces.push(this.#last)
    this.#last = ''
  }

  /** Adds a value made of what JSON knows, as `JSON.stringify` writes it. */
  addValue(value: unknown): void {
    if (typeof value === 'string') this.#addString(value)
    else if (Array.isArray(value)) {
      this.add('[')
      this.addList(value)
      this.add(']')
    } else if (isObject(value)) {
      this.add('{')
      this.addMembers(value)
      this.add('}')
    } else this.add(JSON.stringify(value))
  }

  /** Adds the values of a list, with commas between them. */
  addList(values: readonly unknown[]): void {
    let comma = ''
    for (const value of values) {
      this.add(comma)
      this.addValue(value)
      comma = ','
    }
  }

  /** Adds the members of an object that are not undefined, with commas between them. */
  addMembers(object: JsonObject): void {
    let comma: '' | ',' = ''
    for (const name of Object.keys(object)) {
      const value = object[name]
      if (value === undefined) continue
      this.addMember(name, value, comma)
      comma = ','
    }
  }

  /** Adds one member, behind another one unless `comma` is empty. */
  addMember(name: string, value: unknown, comma: '' | ',' = ','): void {
    this.add(`${comma}${JSON.stringify(name)}:`)
    this.addValue(value)
  }

  /** A surrogate pair that a cut parts is written as two escapes, which mean the same. */
  #addString(text: string): void {
    if (text.length <= PIECE_LENGTH) {
      this.add(JSON.stringify(text))
      return
    }
    this.add('"')
    for (let start = 0; start < text.length; start += PIECE_LENGTH) {
      this.add(JSON.stringify(text.slice(start, start + PIECE_LENGTH)).slice(1, -1))
    }
    this.add('"')
  }

  /** Returns the text as UTF-8, behind what it begins with. */
  toBytes(beginning: Buffer): Buffer {
    const pieces = [...this.#pieces, this.#last]
    let length = beginning.length
    for (const piece of pieces) length += Buffer.byteLength(piece)
    const bytes = Buffer.allocUnsafe(length)
    let end = beginning.copy(bytes)
    for (const piece of pieces) end += bytes.write(piece, end)
    return bytes
  }
}
