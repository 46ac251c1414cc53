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
 * machine itself, as a gateway without keys serves nobody else to begin with. Whoever comes from elsewhere, through a proxy
 * or from a page of another site lacks the key.
 */
export function operatorRefusal(
  { tenants, metricsKeyDigest }: Access,
  exchange: Exchange,
): AnyGatewayError | undefined {
  if (tenants.keyless) return undefined
  const digest = digestOfKey(exchange)
  if (digest && metricsKeyDigest && timingSafeEqual(digest, metricsKeyDigest)) return undefined
  return loopbackRefusal(exchange) && failure('ERR_GATEWAY_INVALID_API_KEY', {})
}
