import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PersonaEvent } from '@cordon/personas/registry'
import { answerRequest } from './answer-request.ts'
import type { GatewayCore } from './gateway-core.ts'
import { assertGatewayOptions, type GatewayOptions, resolveLimits } from './gateway-options.ts'
import { type FetchConnection, fetchExchange } from './http/fetch-exchange.ts'
import { InFlight } from './http/in-flight.ts'
import { nodeExchange } from './http/node-exchange.ts'
import { createTenantDirectory } from './http/tenants.ts'
import { CONFIG_FORMS } from './options/config-forms.ts'
import { resolveNames } from './options/names.ts'
import { findOptionFaults, optionName } from './options/option-faults.ts'
import { createPersonaForms } from './persona/persona-form.ts'
import { AuditLog } from './record/audit-log.ts'
import { quietly } from './record/events.ts'
import { GatewayMetrics } from './record/metrics.ts'
import { createFence } from './request/fence-text.ts'
import { createModelDirectory } from './upstream/model-directory.ts'
import { createUpstreamPool, type UpstreamPool } from './upstream/upstream-pool.ts'

/** An OpenAI-compatible front that can be mounted in any server. */
export interface Gateway {
  /** Answers a `node:http` request; also what Express and Fastify hand over. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void
  /** Answers a Web `Request`; what Hono and other fetch-shaped servers hand over. */
  readonly fetch: (request: Request, connection?: FetchConnection) => Promise<Response>
  /**
   * Takes what a persona registry tells (its `onEvent`) into metrics, and hands it on to the gateway's own listener.
   * Without it loads and reloads are not counted, only tampered personas.
   */
  readonly onPersonaEvent: (event: PersonaEvent) => void
  /**
   * Refuses further requests, lets open ones end within `limits.drainMs`, then closes the connections to the upstreams.
   * Resolves when the log has taken, or refused, every row; two seconds after `drainMs` at the latest, of which aborted
   * requests have one to say so and the log has the other.
   */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Returns a gateway. Registry and audit log stay the caller's: close them after the gateway.
 *
 * @throws TypeError or RangeError for an option that is not of its form.
 */
export function createGateway(options: GatewayOptions): Gateway {
  assertGatewayOptions(options)
  const faults = findOptionFaults(options).map(({ path, message }) => `"${optionName(path)}" ${message}`)
  if (faults.length > 0) throw new RangeError(faults.join('; '))
  if (options.upstreams.length === 0) throw new RangeError('"upstreams" expected at least one')
  const pools = options.upstreams.map(createUpstreamPool)
  const core = createCore(options, pools)
  const { inFlight, metrics, emit } = core
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    emit({ type: 'drain_begin', openRequests: inFlight.size })
    const abortedRequests = await inFlight.drain(core.limits.drainMs)
    await Promise.all([core.audit.drain(), ...pools.map((pool) => pool.close())])
    emit({ type: 'drain_end', abortedRequests })
  }
  const closeOnce = (): Promise<void> => {
    closing ??= close()
    return closing
  }
  return {
    handler: (request, response) => {
      void answerRequest(core, nodeExchange(request, response))
    },
    fetch: (request, connection = {}) => {
      const { exchange, response } = fetchExchange(request, connection)
      void answerRequest(core, exchange)
      return response
    },
    onPersonaEvent: (event) => {
      metrics.personas.count(event)
      emit({ type: 'persona_event', event })
    },
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  }
}

function createCore(options: GatewayOptions, pools: readonly UpstreamPool[]): GatewayCore {
  const names = resolveNames(options.names)
  const emit = quietly(options.onEvent)
  const inFlight = new InFlight()
  const { personas, metricsKeyHash } = options
  if (metricsKeyHash !== undefined && !CONFIG_FORMS.sha256.pattern.test(metricsKeyHash)) {
    throw new RangeError(`"metricsKeyHash" expected ${CONFIG_FORMS.sha256.expected}`)
  }
  return {
    personas,
    audit: new AuditLog(options.audit, names.auditPrefix, emit, () => inFlight.size),
    tenants: createTenantDirectory(options.tenants ?? []),
    models: createModelDirectory(pools, options.models ?? {}),
    names,
    metrics: new GatewayMetrics({
      metricPrefix: names.metricPrefix,
      registrySize: () => personas.handles().length,
      openRequests: () => inFlight.size,
    }),
    fence: createFence(options.fenceNonces, options.fenceSecret),
    formOf: createPersonaForms(names),
    emit,
    inFlight,
    council: options.council,
    contact: options.contact,
    metricsKeyDigest: metricsKeyHash === undefined ? undefined : Buffer.from(metricsKeyHash, 'hex'),
    upstreamNames: pools.map(({ name }) => name),
    limits: resolveLimits(options.limits),
  }
}
