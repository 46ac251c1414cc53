import type { GatewayCore } from '../gateway-core.ts'
import type { Exchange } from '../http/exchange.ts'
import type { RequestRecord } from '../http/request-record.ts'
import { sendJson } from '../http/send-json.ts'
import { visibleHandles } from '../persona/select-persona.ts'

/** Answers `GET /v1/personas`: the handles that the caller may use. */
export function listPersonas(core: GatewayCore, exchange: Exchange, record: RequestRecord): void {
  const caller = core.tenants.identify(exchange)
  record.tenant = caller.name
  const data = visibleHandles(core.personas, caller).map((handle) => ({ id: handle, object: 'persona' }))
  sendJson(exchange, record, 200, { object: 'list', integrity: core.personas.integrity, data })
}

/** Answers `GET /v1/models`: the configured aliases, in the protocol's shape. */
export function listModels(core: GatewayCore, exchange: Exchange, record: RequestRecord): void {
  record.tenant = core.tenants.identify(exchange).name
  const data = core.models.aliases.map((id) => ({ id, object: 'model', created: 0, owned_by: 'cordon' }))
  sendJson(exchange, record, 200, { object: 'list', data })
}
