/// <reference types="node" preserve="true" />

export {
  type AnyGatewayError,
  GatewayError,
  type GatewayErrorCode,
  type GatewayErrorDetail,
  type TimeoutPhase,
  type UnreachableReason,
  type UpstreamRejection,
} from './contract/errors.ts'
export type { AuditSink, Council, CouncilEvent, PersonaSource } from './contract/ports.ts'
export { createGateway, type Gateway } from './create-gateway.ts'
export type { GatewayLimits, GatewayOptions } from './gateway-options.ts'
export type { FetchConnection } from './http/fetch-exchange.ts'
export type { TenantLimits } from './http/tenant-limits.ts'
export type { Tenant } from './http/tenants.ts'
export { CONFIG_FORMS } from './options/config-forms.ts'
export { isLoopbackHost } from './options/loopback-host.ts'
export { DEFAULT_NAMES, type GatewayNames } from './options/names.ts'
export { findOptionFaults, type OptionFault } from './options/option-faults.ts'
export { AUDIT_FIELDS, type AuditKind, type AuditPayloads, auditPayload } from './record/audit-rows.ts'
export type { GatewayEvent, GatewayListener } from './record/events.ts'
export { type EventLogger, logEvents } from './record/log-events.ts'
export type { FenceNonces } from './request/fence-text.ts'
export {
  DEFAULT_RETRIES,
  DEFAULT_TIMEOUTS,
  type ModelTarget,
  type SystemMessages,
  type Upstream,
  type UpstreamRetries,
  type UpstreamTimeouts,
} from './upstream/upstream-options.ts'
