import { failure } from '../contract/failure.ts'
import type { Exchange } from './exchange.ts'

/**
 * Refuses any content encoding and, without keys, a body that a page could post without a preflight.
 *
 * @throws `ERR_GATEWAY_UNSUPPORTED_MEDIA_TYPE`.
 */
export function guardContentType(exchange: Exchange, keyless: boolean): void {
  const encoding = exchange.header('content-encoding') ?? ''
  const json = /^application\/json[\t ]*(?:;|$)/i.test(exchange.header('content-type') ?? '')
  if (!/^(?:identity)?$/i.test(encoding) || (keyless && !json)) {
    throw failure('ERR_GATEWAY_UNSUPPORTED_MEDIA_TYPE', {})
  }
}
