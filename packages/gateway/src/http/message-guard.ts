import { invalid } from '../protocol/parse-chat-request.ts'
import type { Exchange } from './exchange.ts'

/**
 * Refuses a request that a server on its way may have read as another one: with two Host fields (RFC 9112 §3.2), or with
 * a transfer coding beside `chunked`, which Node takes for `chunked` alone (§6.1).
 *
 * @throws `ERR_GATEWAY_INVALID_REQUEST`.
 */
export function guardMessage(exchange: Exchange): void {
  if (exchange.header('host')?.includes(',')) throw invalid('host', 'one host')
  if (!/^(?:chunked)?$/i.test(exchange.header('transfer-encoding') ?? '')) {
    throw invalid('transfer-encoding', 'chunked and no other coding')
  }
}
