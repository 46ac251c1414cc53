import { timingSafeEqual } from 'node:crypto'
import { failure } from '../contract/failure.ts'
import type { GatewayCore } from '../gateway-core.ts'
import { digestOfKey } from '../http/bearer-key.ts'
import type { Exchange } from '../http/exchange.ts'
import { guardLoopback } from '../http/loopback-guard.ts'
import type { RequestRecord } from '../http/request-record.ts'

/**
 * Answers `GET /metrics` in Prometheus text. The metrics name personas and tenants' traffic, so they are for this machine
 * and for whoever has the metrics key.
 *
 * @throws `ERR_GATEWAY_INVALID_API_KEY`; what `guardLoopback` throws, since a page in a browser is on this machine too.
 */
export async function answerMetrics(
  core: GatewayCore,
  exchange: Exchange,
  record: RequestRecord,
): Promise<void> {
  if (!core.tenants.keyless && !hasMetricsKey(core, exchange)) {
    if (exchange.peer !== 'loopback') throw failure('ERR_GATEWAY_INVALID_API_KEY', {})
    guardLoopback(exchange)
  }
  const { registry } = core.metrics
  const text = await registry.metrics()
  exchange.reply.send(200, ['Content-Type', registry.contentType, 'X-Request-Id', record.requestId], text)
}

function hasMetricsKey({ metricsKeyDigest }: GatewayCore, exchange: Exchange): boolean {
  const digest = digestOfKey(exchange)
  return digest !== undefined && metricsKeyDigest !== undefined && timingSafeEqual(digest, metricsKeyDigest)
}
