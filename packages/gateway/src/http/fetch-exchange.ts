import { GatewayError } from '../contract/errors.ts'
import { failure } from '../contract/failure.ts'
import { isLoopbackAddress } from '../options/loopback-host.ts'
import type { Exchange, Reply } from './exchange.ts'

/** What a fetch-shaped server may know about the connection. */
export interface FetchConnection {
  /** Address of the peer. Without it, a gateway without keys answers nobody. */
  readonly remoteAddress?: string
}

/** Returns the exchange of one Web `Request`, and the `Response` that it will be answered with. */
export function fetchExchange(
  request: Request,
  connection: FetchConnection,
): { exchange: Exchange; response: Promise<Response> } {
  const reply = new FetchReply(request.signal)
  const url = new URL(request.url)
  const exchange: Exchange = {
    method: request.method,
    path: url.pathname,
    peer:
      connection.remoteAddress === undefined
        ? 'unknown'
        : isLoopbackAddress(connection.remoteAddress)
          ? 'loopback'
          : 'remote',
    httpVersion: undefined,
    losesFields: false,
    header: (name) => request.headers.get(name) ?? (name === 'host' ? url.host : undefined),
    readBody: (maxBytes) => readBody(request, maxBytes),
    reply,
  }
  return { exchange, response: reply.response }
}

async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  if (request.bodyUsed || request.body?.locked) throw failure('ERR_GATEWAY_REQUEST_BODY_ALREADY_READ', {})
  const chunks: Uint8Array[] = []
  let size = 0
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      size += chunk.length
      if (size > maxBytes) throw failure('ERR_GATEWAY_REQUEST_TOO_LARGE', { maxBytes })
      chunks.push(chunk)
    },
  })
  try {
    // A signal that is aborted need not end the body by itself.
    await request.body?.pipeTo(sink, { signal: request.signal })
  } catch (error) {
    throw GatewayError.isInstance(error) ? error : failure('ERR_GATEWAY_CLIENT_CLOSED', {})
  }
  return Buffer.concat(chunks)
}

/** How much of a streamed answer may wait for a slow reader before the upstream is paused. */
const HIGH_WATER_MARK_BYTES = 64 * 1024

class FetchReply implements Reply {
  readonly response: Promise<Response>
  opened = false
  readonly #encoder = new TextEncoder()
  readonly #signal: AbortSignal
  #resolve: (response: Response) => void = () => {}
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined
  #ended = false
  #left = false
  #drained: (() => void) | undefined
  #gone: (() => void) | undefined

  constructor(signal: AbortSignal) {
    this.response = new Promise((resolve) => {
      this.#resolve = resolve
    })
    this.#signal = signal
    if (signal.aborted) this.#leave()
    else signal.addEventListener('abort', this.#leave, { once: true })
  }

  send(status: number, headers: readonly string[], body: string, reasonPhrase = ''): void {
    const response = new Response(body, { status, statusText: reasonPhrase, headers: pairs(headers) })
    this.opened = true
    this.#settle()
    this.#resolve(response)
  }

  open(status: number, headers: readonly string[]): void {
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#stream = controller
          if (this.#left) controller.error(terminated())
        },
        pull: () => {
          const drained = this.#drained
          this.#drained = undefined
          drained?.()
        },
        cancel: () => this.#leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_MARK_BYTES }),
    )
    const response = new Response(stream, { status, headers: pairs(headers) })
    this.opened = true
    this.#resolve(response)
  }

  write(text: string): boolean {
    if (this.#ended) return true
    this.#stream?.enqueue(this.#encoder.encode(text))
    return (this.#stream?.desiredSize ?? 0) > 0
  }

  end(): void {
    if (this.#ended) return
    this.#settle()
    this.#stream?.close()
  }

  cut(text: string): void {
    if (this.#ended) return
    this.write(text)
    this.#settle()
    // Erroring a stream drops what is queued; a turn of the loop lets the reader take the last text first.
    setImmediate(() => this.#stream?.error(terminated()))
  }

  abandon(): void {
    this.#settle()
    this.#resolve(new Response(null, { status: 500 }))
  }

  onDrained(listener: () => void): void {
    this.#drained = listener
  }

  onGone(listener: () => void): void {
    this.#gone = listener
    if (this.#left) listener()
  }

  /** What waits is in the hands of the server that mounted the gateway. */
  onSettled(listener: () => void): void {
    listener()
  }

  #settle(): void {
    this.#ended = true
    this.#signal.removeEventListener('abort', this.#leave)
  }

  readonly #leave = (): void => {
    if (this.#ended) return
    this.#settle()
    this.#left = true
    this.#stream?.error(terminated())
    this.#gone?.()
  }
}

/** What `fetch` says of a body whose connection broke. */
function terminated(): TypeError {
  return new TypeError('terminated')
}

function pairs(headers: readonly string[]): [string, string][] {
  return Array.from({ length: headers.length / 2 }, (_, index) => [
    headers[index * 2] ?? '',
    headers[index * 2 + 1] ?? '',
  ])
}
