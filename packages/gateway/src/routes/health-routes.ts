import type { GatewayCore } from '../gateway-core.ts'
import type { Exchange } from '../http/exchange.ts'
import { operatorRefusal } from '../http/operator-access.ts'
import type { RequestRecord } from '../http/request-record.ts'
import { sendJson } from '../http/send-json.ts'

/** Answers `GET /healthz`: the process is alive. */
export function answerHealth(_core: GatewayCore, exchange: Exchange, record: RequestRecord): void {
  sendJson(exchange, record, 200, { status: 'ok' })
}

/**
 * Answers `GET /readyz`: 200 when a request could be recorded and sent on, else 503. Why, and what it is made of, is told to
 * operators only: the number of the last row, asked for twice, gives the traffic.
 */
export function answerReadiness(core: GatewayCore, exchange: Exchange, record: RequestRecord): void {
  const { personas, audit, inFlight, upstreamNames } = core
  const count = personas.handles().length
  const head = audit.head()
  const faults = [
    ...(inFlight.draining ? ['draining'] : []),
    ...(audit.writable && head !== undefined ? [] : ['audit']),
    ...(count > 0 ? [] : ['personas']),
  ]
  const ready = faults.length === 0
  const detail = {
    faults,
    personas: { integrity: personas.integrity, count },
    audit: { writable: audit.writable, chain: head?.chain ?? null, seq: head?.seq ?? null },
    upstreams: upstreamNames,
  }
  const isOperator = operatorRefusal(core, exchange) === undefined
  sendJson(exchange, record, ready ? 200 : 503, {
    status: ready ? 'ready' : 'not_ready',
    ...(isOperator && detail),
  })
}
