export { AUDIT_FIELDS, type AuditKind, type AuditPayloads, auditPayload } from './audit-rows.ts'
export { createGateway, type Gateway } from './create-gateway.ts'
export {
  type AnyGatewayError,
  GatewayError,
  type GatewayErrorCode,
  type GatewayErrorDetail,
  type TimeoutPhase,
  type UpstreamRejection,
} from './errors.ts'
export type { GatewayEvent, GatewayListener } from './events.ts'
export type { FenceNonces } from './fence-text.ts'
export type { FetchConnection } from './fetch-exchange.ts'
export type { GatewayLimits, GatewayOptions } from './gateway-options.ts'
export { type EventLogger, logEvents } from './log-events.ts'
export { DEFAULT_NAMES, type GatewayNames } from './names.ts'
export type { AuditSink, Council, CouncilEvent, PersonaSource } from './ports.ts'
export type { TenantLimits } from './tenant-limits.ts'
export type { Tenant } from './tenants.ts'
export {
  DEFAULT_RETRIES,
  DEFAULT_TIMEOUTS,
  type ModelTarget,
  type SystemMessages,
  type Upstream,
  type UpstreamRetries,
  type UpstreamTimeouts,
} from './upstream-options.ts'
