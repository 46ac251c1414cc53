import { invalid } from '../contract/failure.ts'
import type { Exchange } from './exchange.ts'

/**
 * Refuses a request that a server on its way may have read as another one: with two Host fields (RFC 9112 §3.2), with a
 * transfer coding beside `chunked`, which Node takes for `chunked` alone, or with any in HTTP/1.0 (§6.1), or with fields
 * that Node has dropped.
 *
 * @throws `ERR_GATEWAY_INVALID_REQUEST`.
 */
export function guardMessage(exchange: Exchange): void {
  if (exchange.losesFields) throw invalid('headers', 'fewer fields than the server reads')
  if (exchange.header('host')?.includes(',')) throw invalid('host', 'one host')
  const coding = exchange.header('transfer-encoding')
  if (coding === undefined) return
  if (exchange.httpVersion === '1.0') throw invalid('transfer-encoding', 'none in HTTP/1.0')
  if (!/^chunked$/i.test(coding)) throw invalid('transfer-encoding', 'chunked and no other coding')
}
