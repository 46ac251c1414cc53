import { StringDecoder } from 'node:string_decoder'

export interface SseListener {
  /** Gets the joined data lines of an event, and its name, where it has one. */
  onData(data: string, name: string): void
  /** Gets called for a comment line, which servers send to keep a connection alive. */
  onComment(): void
  /** Gets called when one event is longer than allowed; throws what `push` is to throw. */
  onTooLong(): never
}

/**
 * Cuts a byte stream into server-sent events (HTML Standard §9.2.6): any of the three line ends, data lines joined by LF,
 * fields other than data and event dropped. The cuts between the pieces may fall anywhere, within a character too.
 */
export class SseParser {
  readonly #listener: SseListener
  readonly #maxEventLength: number
  readonly #decoder = new StringDecoder('utf8')
  #text = ''
  #endedInCr = false
  #data: string | undefined
  #name = ''
  #started = false

  /** `maxEventLength` counts UTF-16 code units of one event. */
  constructor(listener: SseListener, maxEventLength: number) {
    this.#listener = listener
    this.#maxEventLength = maxEventLength
  }

  push(chunk: Buffer): void {
    const piece = this.#normalize(this.#decoder.write(chunk))
    this.#text += piece
    // What came before was searched already: a line in a million pieces must not be searched a million times.
    if (piece.includes('\n')) this.#lines()
    if (this.#text.length + (this.#data?.length ?? 0) > this.#maxEventLength) this.#listener.onTooLong()
  }

  #lines(): void {
    let start = 0
    for (let end = this.#text.indexOf('\n'); end !== -1; end = this.#text.indexOf('\n', start)) {
      this.#line(this.#text, start, end)
      start = end + 1
    }
    this.#text = this.#text.slice(start)
  }

  /** Takes what is left for an event, whose blank line many servers leave out at the end. */
  end(): void {
    // The first may belong to a CR.
    this.push(Buffer.from('\n\n\n'))
  }

  /** Turns CR and CRLF into LF; a CR at the end of a piece is a line end whose LF may yet follow. */
  #normalize(text: string): string {
    if (text === '') return text
    let result = text
    if (!this.#started) {
      this.#started = true
      if (result.startsWith('\uFEFF')) result = result.slice(1)
    }
    if (this.#endedInCr && result.startsWith('\n')) result = result.slice(1)
    this.#endedInCr = text.endsWith('\r')
    return result.includes('\r') ? result.replace(/\r\n?/g, '\n') : result
  }

  #line(text: string, start: number, end: number): void {
    if (start === end) {
      const data = this.#data
      const name = this.#name
      this.#data = undefined
      this.#name = ''
      if (data !== undefined) this.#listener.onData(data, name)
    } else if (text.startsWith('data:', start)) {
      const value = valueIn(text, start + 5, end)
      this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`
    } else if (text.startsWith('event:', start)) {
      this.#name = valueIn(text, start + 6, end)
    } else if (text.startsWith(':', start)) {
      this.#listener.onComment()
    }
  }
}

/** Returns the value of a field, which begins behind the colon and one blank. */
function valueIn(text: string, start: number, end: number): string {
  return text.slice(text[start] === ' ' ? start + 1 : start, end)
}
