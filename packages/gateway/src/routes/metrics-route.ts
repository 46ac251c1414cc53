import type { GatewayCore } from '../gateway-core.ts'
import type { Exchange } from '../http/exchange.ts'
import { operatorRefusal } from '../http/operator-access.ts'
import type { RequestRecord } from '../http/request-record.ts'

/**
 * Answers `GET /metrics` in Prometheus text. The metrics name personas and tenants' traffic, so they are for operators.
 *
 * @throws what `operatorRefusal` returns.
 */
export async function answerMetrics(
  core: GatewayCore,
  exchange: Exchange,
  record: RequestRecord,
): Promise<void> {
  const refusal = operatorRefusal(core, exchange)
  if (refusal !== undefined) throw refusal
  const { registry } = core.metrics
  const text = await registry.metrics()
  exchange.reply.send(200, ['Content-Type', registry.contentType, 'X-Request-Id', record.requestId], text)
}
