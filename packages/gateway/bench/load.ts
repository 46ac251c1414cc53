// A bounded load generator on bare sockets, so that it costs as little as it can of the core that it shares.
import { connect, type Socket } from 'node:net'

export interface LoadOptions {
  readonly port: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  readonly connections: number
  /** Ends after this many requests or this time, whichever comes first. */
  readonly maxRequests?: number
  readonly maxMs?: number
}

export interface LoadResult {
  readonly requests: number
  readonly errors: number
  readonly durationMs: number
  /** Milliseconds to the whole answer, sorted. */
  readonly latencies: readonly number[]
  /** Milliseconds to the first byte of the body, sorted. */
  readonly firstBytes: readonly number[]
}

const END_OF_HEAD = '\r\n\r\n'

/** Sends one request after the other on each connection and waits for the answers. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const {
    port,
    body,
    connections,
    maxRequests = Number.POSITIVE_INFINITY,
    maxMs = Number.POSITIVE_INFINITY,
  } = options
  const lines = Object.entries({ ...options.headers, 'content-type': 'application/json' }).map(
    ([n, v]) => `${n}: ${v}\r\n`,
  )
  const request = Buffer.from(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join('')}` +
      `content-length: ${Buffer.byteLength(body)}${END_OF_HEAD}${body}`,
  )
  const latencies: number[] = []
  const firstBytes: number[] = []
  let errors = 0
  let begun = 0
  const startedAt = performance.now()
  const goesOn = (): boolean => begun < maxRequests && performance.now() - startedAt < maxMs

  await Promise.all(
    Array.from({ length: Math.min(connections, maxRequests) }, async () => {
      while (goesOn()) {
        const socket = connect(port, '127.0.0.1')
        socket.setNoDelay(true)
        socket.on('error', () => {})
        try {
          while (goesOn()) {
            begun += 1
            const sentAt = performance.now()
            const { ok, firstByteAt } = await exchange(socket, request)
            latencies.push(performance.now() - sentAt)
            firstBytes.push(firstByteAt - sentAt)
            if (!ok) errors += 1
          }
        } catch {
          errors += 1
        } finally {
          socket.destroy()
        }
      }
    }),
  )
  const byValue = (a: number, b: number): number => a - b
  const durationMs = performance.now() - startedAt
  return {
    requests: latencies.length,
    errors,
    durationMs,
    latencies: latencies.sort(byValue),
    firstBytes: firstBytes.sort(byValue),
  }
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Answers whether the reply was complete and as it should be: 200, and for a stream its `[DONE]`. */
function exchange(socket: Socket, request: Buffer): Promise<{ ok: boolean; firstByteAt: number }> {
  return new Promise((resolve, reject) => {
    let text = ''
    let headEnd = -1
    let length = -1
    let firstByteAt = 0
    const settle = (finish: () => void): void => {
      socket.off('data', onData)
      socket.off('close', onClose)
      finish()
    }
    const onData = (piece: Buffer): void => {
      text += piece.toString('latin1')
      if (headEnd === -1) {
        headEnd = text.indexOf(END_OF_HEAD)
        if (headEnd === -1) return
        const match = /content-length: (\d+)/i.exec(text.slice(0, headEnd))
        length = match?.[1] === undefined ? -1 : Number(match[1])
      }
      const bodyLength = text.length - headEnd - END_OF_HEAD.length
      if (firstByteAt === 0 && bodyLength > 0) firstByteAt = performance.now()
      const complete = length === -1 ? text.endsWith('0\r\n\r\n') : bodyLength >= length
      if (!complete) return
      const ok = text.startsWith('HTTP/1.1 200') && (length !== -1 || text.includes('[DONE]'))
      settle(() => resolve({ ok, firstByteAt }))
    }
    const onClose = (): void => settle(() => reject(new Error('the connection closed early')))
    socket.on('data', onData)
    socket.on('close', onClose)
    socket.write(request)
  })
}
