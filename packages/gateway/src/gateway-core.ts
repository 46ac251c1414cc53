import type { Persona } from '@cordon/personas'
import type { Council, PersonaSource } from './contract/ports.ts'
import type { GatewayLimits } from './gateway-options.ts'
import type { InFlight } from './http/in-flight.ts'
import type { TenantDirectory } from './http/tenants.ts'
import type { GatewayNames } from './options/names.ts'
import type { PersonaForm } from './persona/persona-form.ts'
import type { AuditLog } from './record/audit-log.ts'
import type { GatewayListener } from './record/events.ts'
import type { GatewayMetrics } from './record/metrics.ts'
import type { Fence } from './request/fence-text.ts'
import type { ModelDirectory } from './upstream/model-directory.ts'

/** What the routes of one gateway share. */
export interface GatewayCore {
  readonly personas: PersonaSource
  readonly audit: AuditLog
  readonly tenants: TenantDirectory
  readonly models: ModelDirectory
  readonly names: GatewayNames
  readonly metrics: GatewayMetrics
  readonly fence: Fence
  readonly formOf: (persona: Persona) => PersonaForm
  readonly emit: GatewayListener
  readonly inFlight: InFlight
  readonly council: Council | undefined
  readonly contact: string | undefined
  readonly metricsKeyDigest: Buffer | undefined
  readonly upstreamNames: readonly string[]
  readonly limits: GatewayLimits
}
