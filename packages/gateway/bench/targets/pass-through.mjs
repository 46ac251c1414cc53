// node:http in front, undici's dispatch behind, and no work on the bytes in between.
import { createServer } from 'node:http'
import { Pool } from 'undici'

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** Serves at the port and before the upstream of the command line; `relay` gets each body and what sends one. */
export function servePassThrough(relay) {
  const pool = new Pool(new URL(process.argv[3] ?? '').origin, { connections: 64, pipelining: 1 })
  const server = createServer((request, response) => {
    const pieces = []
    request.on('data', (piece) => pieces.push(piece))
    request.on('end', () => {
      const body = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
      const { authorization = '' } = request.headers
      relay(body, (sent) => dispatch(pool, authorization, sent, response))
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'))
}

function dispatch(pool, authorization, body, response) {
  const headers = { 'content-type': 'application/json', authorization }
  pool.dispatch(
    { path: '/v1/chat/completions', method: 'POST', headers, body },
    {
      onConnect() {},
      onHeaders(status, raw) {
        const kept = {}
        for (let index = 0; index < raw.length; index += 2) {
          const name = String(raw[index]).toLowerCase()
          if (!HOP_BY_HOP.has(name)) kept[name] = String(raw[index + 1])
        }
        response.writeHead(status, kept)
        return true
      },
      onData(piece) {
        response.write(piece)
        return true
      },
      onComplete() {
        response.end()
      },
      onError() {
        response.destroy()
      },
    },
  )
}
