import { timingSafeEqual } from 'node:crypto'
import type { AnyGatewayError } from '../contract/errors.ts'
import { failure } from '../contract/failure.ts'
import { digestOfKey } from './bearer-key.ts'
import type { Exchange } from './exchange.ts'
import { loopbackRefusal } from './loopback-guard.ts'
import type { TenantDirectory } from './tenants.ts'

interface Access {
  readonly tenants: TenantDirectory
  readonly metricsKeyDigest: Buffer | undefined
}

/**
 * Returns why a request may not read what is for operators, or undefined when it may: with the metrics key, or from this
 * machine, where a page in a browser is too. A gateway without keys serves nobody else to begin with.
 */
export function operatorRefusal(
  { tenants, metricsKeyDigest }: Access,
  exchange: Exchange,
): AnyGatewayError | undefined {
  if (tenants.keyless) return undefined
  const digest = digestOfKey(exchange)
  if (digest && metricsKeyDigest && timingSafeEqual(digest, metricsKeyDigest)) return undefined
  return exchange.peer === 'loopback' ? loopbackRefusal(exchange) : failure('ERR_GATEWAY_INVALID_API_KEY', {})
}
