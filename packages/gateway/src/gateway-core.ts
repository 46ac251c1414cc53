import type { Persona } from '@cordon/personas'
import type { AuditLog } from './audit-log.ts'
import type { GatewayListener } from './events.ts'
import type { Fence } from './fence-text.ts'
import type { GatewayLimits } from './gateway-options.ts'
import type { InFlight } from './in-flight.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { ModelDirectory } from './model-directory.ts'
import type { GatewayNames } from './names.ts'
import type { PersonaForm } from './persona-form.ts'
import type { Council, PersonaSource } from './ports.ts'
import type { TenantDirectory } from './tenants.ts'

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
