import type { AnyGatewayError } from '../contract/errors.ts'
import { failure } from '../contract/failure.ts'
import { isLoopbackHost } from '../options/loopback-host.ts'
import type { Exchange } from './exchange.ts'

/** Fields in which proxies and content delivery networks name the caller that they forward for. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
]

/**
 * Returns the refusal of what a gateway without keys must not serve: peers of other machines, names that another site's
 * DNS may have pointed here (rebinding), and pages of other origins; undefined for everything else.
 */
export function loopbackRefusal(exchange: Exchange): AnyGatewayError | undefined {
  // Where the server does not tell the peer, or a proxy on this machine is the peer, only the request itself says where
  // it comes from, and a request can say anything.
  if (exchange.peer !== 'loopback' || PROXY_HEADERS.some((name) => exchange.header(name) !== undefined)) {
    return failure('ERR_GATEWAY_LOOPBACK_ONLY', {})
  }
  const host = exchange.header('host') ?? ''
  if (!isLoopbackHost(host.replace(/:\d{1,5}$/, ''))) return failure('ERR_GATEWAY_HOST_NOT_ALLOWED', {})
  const origin = exchange.header('origin')
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) {
    return failure('ERR_GATEWAY_ORIGIN_NOT_ALLOWED', {})
  }
  return undefined
}
