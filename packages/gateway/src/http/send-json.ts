import type { Exchange } from './exchange.ts'
import type { RequestRecord } from './request-record.ts'

/** Answers with a JSON value that the gateway made itself. */
export function sendJson(exchange: Exchange, record: RequestRecord, status: number, value: object): void {
  record.status = status
  exchange.reply.send(
    status,
    ['Content-Type', 'application/json', 'X-Request-Id', record.requestId],
    JSON.stringify(value),
  )
}
