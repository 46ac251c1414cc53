import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { failure } from '../contract/failure.ts'
import { isLoopbackAddress } from '../options/loopback-host.ts'
import type { Exchange, Reply } from './exchange.ts'

/** Returns the exchange of one `node:http` request. */
export function nodeExchange(request: IncomingMessage, response: ServerResponse): Exchange {
  return new NodeExchange(request, response)
}

/** A target in absolute form (RFC 9112 §3.2.2), which every server has to take: authority, and path if there is one. */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]+)([^?#]*)/i

/** Of these, as the gateway reads them, Node keeps the first field and drops the others, unless `joinDuplicateHeaders` is set. */
const FIRST_KEPT = new Set(['authorization', 'content-type', 'host'])

/** Node drops what comes behind this many fields, unless the server's `maxHeadersCount` says otherwise. */
const SHOWN_FIELDS = 1_000

/** A class, since V8 keeps an object literal with a getter as a hash table. */
class NodeExchange implements Exchange {
  readonly method: string
  readonly path: string
  readonly reply: Reply
  readonly #request: IncomingMessage
  /** The host of a target in absolute form, which stands above the header's. */
  readonly #host: string | undefined

  constructor(request: IncomingMessage, response: ServerResponse) {
    const url = request.url ?? '/'
    const query = url.indexOf('?')
    const absolute = url.startsWith('/') ? null : ABSOLUTE_FORM.exec(url)
    this.method = request.method ?? 'GET'
    this.path = absolute ? absolute[2] || '/' : query === -1 ? url : url.slice(0, query)
    this.#host = absolute?.[1]
    this.reply = new NodeReply(request, response)
    this.#request = request
  }

  get peer(): 'loopback' | 'remote' {
    return isLoopbackAddress(this.#request.socket.remoteAddress) ? 'loopback' : 'remote'
  }

  get httpVersion(): string {
    return this.#request.httpVersion
  }

  get losesFields(): boolean {
    const { rawHeaders, socket } = this.#request
    const { server } = socket as Socket & { server?: Server }
    return rawHeaders.length / 2 >= (server?.maxHeadersCount || SHOWN_FIELDS)
  }

  header(name: string): string | undefined {
    const { headers, rawHeaders } = this.#request
    const value =
      FIRST_KEPT.has(name) && headers[name] !== undefined ? valuesOf(name, rawHeaders) : headers[name]
    const text = Array.isArray(value) ? value.join(', ') : value
    // Two Host fields are none the better for a target that names a third.
    return name === 'host' && this.#host !== undefined && !text?.includes(',') ? this.#host : text
  }

  readBody(maxBytes: number): Promise<Buffer> {
    return readBody(this.#request, maxBytes)
  }
}

/** Returns the value of every field of a name, in a list of names and values by turns. */
function valuesOf(name: string, rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => {
    const field = rawHeaders[at - 1]
    return at % 2 === 1 && field?.length === name.length && field.toLowerCase() === name
  })
}

function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (request.readableDidRead || request.readableEnded) {
      reject(failure('ERR_GATEWAY_REQUEST_BODY_ALREADY_READ', {}))
      return
    }
    if (request.destroyed) {
      reject(failure('ERR_GATEWAY_CLIENT_CLOSED', {}))
      return
    }
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      // The rest is read and dropped: a caller that is cut off while it sends would never see the answer.
      if (size > maxBytes) return
      size += chunk.length
      if (size <= maxBytes) {
        chunks.push(chunk)
        return
      }
      chunks.length = 0
      reject(failure('ERR_GATEWAY_REQUEST_TOO_LARGE', { maxBytes }))
    })
    request.on('end', () => {
      // This listener stays with the request, longer than what the body came in is needed.
      const pieces = chunks.splice(0)
      resolve(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces))
    })
    request.on('error', () => reject(failure('ERR_GATEWAY_CLIENT_CLOSED', {})))
    request.on('close', () => {
      if (!request.complete) reject(failure('ERR_GATEWAY_CLIENT_CLOSED', {}))
    })
  })
}

/** How long the last text of a broken answer may take to leave. */
const LAST_TEXT_MS = 1_000

/** How long a caller may take nothing of an answer that waits for it; the server then closes the connection. */
const STALLED_MS = 60_000

class NodeReply implements Reply {
  readonly #response: ServerResponse
  #left: boolean
  #gone: (() => void) | undefined
  #settled: (() => void) | undefined

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#response = response
    this.#left = response.destroyed
    response.on('close', () => this.#leave())
    // A response that waits behind another of its connection (pipelining) is not told that the connection is gone.
    if (response.socket === null) {
      const { socket } = request
      const leave = (): void => this.#leave()
      socket.setMaxListeners(socket.getMaxListeners() + 1)
      socket.once('close', leave)
      response.once('socket', () => {
        socket.off('close', leave)
        socket.setMaxListeners(socket.getMaxListeners() - 1)
      })
    }
  }

  get opened(): boolean {
    return this.#response.headersSent
  }

  send(status: number, headers: readonly string[], body: string, reasonPhrase?: string): void {
    const all = [...headers, 'Content-Length', String(Buffer.byteLength(body))]
    if (reasonPhrase === undefined) this.#response.writeHead(status, all)
    else this.#response.writeHead(status, reasonPhrase, all)
    // A text goes out in one write with the headers, bytes would take two.
    this.#response.end(body)
    this.#limitStall()
  }

  /** Where the system takes the answer at once, as it mostly does, nobody has to be waited for. */
  #limitStall(): void {
    const { socket, writableLength } = this.#response
    if (!writableLength) return
    if (socket === null) {
      this.#response.once('socket', () => this.#limitStall())
      return
    }
    const { timeout = 0 } = socket
    socket.setTimeout(STALLED_MS)
    // Before Node sets the time that an idle connection stays.
    this.#response.prependOnceListener('finish', () => socket.setTimeout(timeout))
  }

  open(status: number, headers: readonly string[]): void {
    this.#response.writeHead(status, headers as string[])
  }

  write(text: string): boolean {
    return this.#response.writableEnded || this.#response.write(text)
  }

  end(): void {
    this.#response.end()
    this.#limitStall()
  }

  cut(text: string): void {
    const destroy = (): void => void this.#response.destroy()
    this.#response.write(text, destroy)
    // A reader that takes nothing must not hold the connection.
    setTimeout(destroy, LAST_TEXT_MS).unref()
  }

  abandon(): void {
    this.#response.destroy()
  }

  onDrained(listener: () => void): void {
    this.#response.once('drain', listener)
  }

  onGone(listener: () => void): void {
    this.#gone = listener
    if (this.#left) listener()
  }

  onSettled(listener: () => void): void {
    if (this.#left || this.#response.writableFinished) {
      listener()
      return
    }
    this.#settled = listener
    this.#response.once('finish', listener)
  }

  #leave(): void {
    if (this.#left || this.#response.writableFinished) return
    this.#left = true
    this.#gone?.()
    this.#settled?.()
  }
}
