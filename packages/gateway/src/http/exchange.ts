/** One HTTP request and the means to answer it: all that the routes know of a server. */
export interface Exchange {
  readonly method: string
  /** Path without the query; no route reads a query. */
  readonly path: string
  /** Whether the connection comes from this machine; `unknown` where the server does not tell. */
  readonly peer: 'loopback' | 'remote' | 'unknown'
  /** The version of HTTP in which the request came, as `1.1`; undefined where the server does not tell. */
  readonly httpVersion: string | undefined
  /** True when the request may have had more header fields than the server shows. */
  readonly losesFields: boolean
  /** Returns a header by its lower-case name, several values joined by a comma. */
  header(name: string): string | undefined
  /**
   * Returns the whole body.
   *
   * @throws `ERR_GATEWAY_REQUEST_TOO_LARGE` beyond `maxBytes`; `ERR_GATEWAY_REQUEST_BODY_ALREADY_READ` when someone
   * else has read it; `ERR_GATEWAY_CLIENT_CLOSED` when it ends early.
   */
  readBody(maxBytes: number): Promise<Buffer>
  readonly reply: Reply
}

/** The answer of an exchange. Header lists are flat: name, value, name, value. */
export interface Reply {
  /** True once a status line has gone out. */
  readonly opened: boolean
  /** Answers at once, with a content length. */
  send(status: number, headers: readonly string[], body: string, reasonPhrase?: string): void
  /** Opens a streamed answer. */
  open(status: number, headers: readonly string[]): void
  /** Writes to an opened answer; false asks to wait for `onDrained`. */
  write(text: string): boolean
  /** Ends an opened answer as complete. */
  end(): void
  /** Writes a last text and breaks the connection, so that nobody takes the answer for complete. */
  cut(text: string): void
  /** Gives up an answer that cannot be opened. */
  abandon(): void
  /** Calls once, when more may be written. */
  onDrained(listener: () => void): void
  /** Calls once when the caller goes away before the answer ended. Only one listener is kept. */
  onGone(listener: () => void): void
  /** Calls once when nothing of the answer waits to be sent, or nobody is there to read it. */
  onSettled(listener: () => void): void
}
