import type { Persona } from '@cordon/personas'
import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import Registry from 'prom-client/lib/registry.js'

export interface GatewayMetricsOptions {
  readonly metricPrefix: string
  /** Both are called at each scrape. */
  readonly registrySize: () => number
  readonly openRequests: () => number
}

const LATENCY_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

/**
 * The gateway's own Prometheus registry. Every label takes its values from a closed set: configured names, codes of this
 * package, and handles that the registry knows. Nothing that a caller writes becomes a label.
 */
export class GatewayMetrics {
  readonly registry: Registry = new Registry()
  readonly requests: Counter<'route' | 'status'>
  readonly failures: Counter<'code'>
  readonly attempts: Counter<'upstream' | 'outcome'>
  readonly upstreamSeconds: Histogram<'upstream'>
  readonly fencedParts: Counter
  readonly refusals: Counter<'action'>
  readonly personaLoads: Counter<'handle' | 'outcome'>
  readonly cacheHits: Counter<'handle'>
  readonly tampered: Counter<'handle'>
  readonly reloads: Counter<'outcome'>
  readonly #served = new WeakSet<Persona>()

  constructor({ metricPrefix, registrySize, openRequests }: GatewayMetricsOptions) {
    const registers = [this.registry]
    const counter = <L extends string>(name: string, help: string, labelNames: L[] = []): Counter<L> =>
      new Counter({ name, help, labelNames, registers })
    const gauge = (name: string, help: string, value: () => number): void => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(value())
        },
      })
    }
    this.requests = counter('cordon_requests_total', 'Requests by route and status.', ['route', 'status'])
    this.failures = counter('cordon_failures_total', 'Failed requests by code.', ['code'])
    gauge('cordon_requests_in_flight', 'Open requests.', openRequests)
    this.attempts = counter('cordon_upstream_attempts_total', 'Upstream calls by outcome.', [
      'upstream',
      'outcome',
    ])
    this.upstreamSeconds = new Histogram({
      name: 'cordon_upstream_duration_seconds',
      help: 'Time of an upstream call to its whole answer, or to the first byte of its stream.',
      labelNames: ['upstream'],
      buckets: LATENCY_BUCKETS_SECONDS,
      registers,
    })
    this.fencedParts = counter('cordon_fenced_parts_total', 'Untrusted texts put in fences.')
    this.refusals = counter('cordon_tool_refusals_total', 'Tool calls outside allowed_tools under taint.', [
      'action',
    ])
    const persona = `${metricPrefix}_persona`
    this.personaLoads = counter(`${persona}_loads_total`, 'Persona loads by outcome.', ['handle', 'outcome'])
    this.cacheHits = counter(`${persona}_cache_hits_total`, 'Persona loads that met an unchanged persona.', [
      'handle',
    ])
    this.tampered = counter(`${persona}_tampered_total`, 'Personas that did not match their seal.', [
      'handle',
    ])
    this.reloads = counter(`${persona}_reload_total`, 'Reloads of the persona directory.', ['outcome'])
    gauge(`${persona}_registry_size`, 'Registered personas.', registrySize)
  }

  countRequest(route: string, status: number, code: string | null, fencedParts: number): void {
    this.requests.inc({ route, status })
    if (code !== null) this.failures.inc({ code })
    if (fencedParts > 0) this.fencedParts.inc(fencedParts)
  }

  countAttempt(upstream: string, failureCode: string | undefined, durationMs: number): void {
    this.attempts.inc({ upstream, outcome: failureCode ?? 'ok' })
    this.upstreamSeconds.observe({ upstream }, durationMs / 1000)
  }

  /** Counts a load: a `hit` when this very object was served before, a `miss` when it is new. */
  countLoad(persona: Persona): void {
    const { handle } = persona
    const outcome = this.#served.has(persona) ? 'hit' : 'miss'
    this.#served.add(persona)
    this.personaLoads.inc({ handle, outcome })
    if (outcome === 'hit') this.cacheHits.inc({ handle })
  }

  /** Counts a load of a handle that nobody registered; the handle is no label, since anybody can make one up. */
  countUnknown(): void {
    this.personaLoads.inc({ outcome: 'unknown' })
  }

  countTampered(handle: string): void {
    this.personaLoads.inc({ handle, outcome: 'tampered' })
    this.tampered.inc({ handle })
  }
}
