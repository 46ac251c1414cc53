import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import Registry from 'prom-client/lib/registry.js'
import { PersonaMetrics } from './persona-metrics.ts'

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
  readonly #requests: Counter<'route' | 'status'>
  readonly #failures: Counter<'code'>
  readonly #attempts: Counter<'upstream' | 'outcome'>
  readonly #upstreamSeconds: Histogram<'upstream'>
  readonly #fencedParts: Counter
  readonly #refusals: Counter<'action'>
  readonly personas: PersonaMetrics

  constructor({ metricPrefix, registrySize, openRequests }: GatewayMetricsOptions) {
    const registers = [this.registry]
    const counter = <L extends string>(name: string, help: string, labelNames: L[] = []): Counter<L> =>
      new Counter({ name: `cordon_${name}`, help, labelNames, registers })
    this.#requests = counter('requests_total', 'Requests by route and status.', ['route', 'status'])
    this.#failures = counter('failures_total', 'Failed requests by code.', ['code'])
    new Gauge({
      name: 'cordon_requests_in_flight',
      help: 'Open requests.',
      registers,
      collect() {
        this.set(openRequests())
      },
    })
    this.#attempts = counter('upstream_attempts_total', 'Upstream calls by outcome.', ['upstream', 'outcome'])
    this.#upstreamSeconds = new Histogram({
      name: 'cordon_upstream_duration_seconds',
      help: 'Time of an upstream call to its whole answer, or to the first byte of its stream.',
      labelNames: ['upstream'],
      buckets: LATENCY_BUCKETS_SECONDS,
      registers,
    })
    this.#fencedParts = counter('fenced_parts_total', 'Untrusted texts put in fences.')
    this.#refusals = counter('tool_refusals_total', 'Tool calls outside allowed_tools under taint.', [
      'action',
    ])
    this.personas = new PersonaMetrics(this.registry, metricPrefix, registrySize)
  }

  countRequest(route: string, status: number, code: string | null, fencedParts: number): void {
    this.#requests.inc({ route, status })
    if (code !== null) this.#failures.inc({ code })
    if (fencedParts > 0) this.#fencedParts.inc(fencedParts)
  }

  countAttempt(upstream: string, failureCode: string | undefined, durationMs: number): void {
    this.#attempts.inc({ upstream, outcome: failureCode ?? 'ok' })
    this.#upstreamSeconds.observe({ upstream }, durationMs / 1000)
  }

  countRefusal(action: 'refused' | 'reported'): void {
    this.#refusals.inc({ action })
  }
}
