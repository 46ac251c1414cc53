import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** As Node answers them itself; everything else is 400. */
const STATUS_OF: ReadonlyMap<string | undefined, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])

/**
 * Has a server answer what is no HTTP request behind the answers that its connection is still owed, and then close it. By
 * itself Node writes its 400 at once, where a client that pipelines reads the answer to its first request.
 */
export function refuseMalformed(server: Server): void {
  const last = new WeakMap<Socket, ServerResponse>()
  const refused = new WeakSet<Socket>()
  server.on('request', (request, response) => {
    const { socket } = request
    last.set(socket, response)
    // An idle connection would keep all that hangs on its last answer.
    response.once('close', () => {
      if (request.complete && last.get(socket) === response) last.delete(socket)
    })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    const before = last.get(socket)
    // What is malformed is the request that is not whole yet, or the next one.
    const broken = before !== undefined && !before.req.complete
    const refuse = (): void => {
      const status = STATUS_OF.get(error.code) ?? 400
      if (socket.writable && !(broken && before.headersSent)) {
        socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`)
      }
      socket.destroySoon()
    }
    if (refused.has(socket) || socket.destroyed) return
    refused.add(socket)
    if (before === undefined || before.writableFinished) refuse()
    else if (!broken || before.headersSent) before.once('close', refuse)
    else if (before.socket === null) before.once('socket', refuse)
    else refuse()
  })
}
