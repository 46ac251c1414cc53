import type { PersonaEvent } from '@cordon/personas/registry'
import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import type Registry from 'prom-client/lib/registry.js'

/** The counters of personas. A handle in an event of the registry is a registered one, so it may be a label. */
export class PersonaMetrics {
  readonly #loads: Counter<'handle' | 'outcome'>
  readonly #cacheHits: Counter<'handle'>
  readonly #tampered: Counter<'handle'>
  readonly #reloads: Counter<'outcome'>

  /** `registrySize` is called at each scrape. */
  constructor(registry: Registry, metricPrefix: string, registrySize: () => number) {
    const registers = [registry]
    const counter = <L extends string>(name: string, help: string, labelNames: L[]): Counter<L> =>
      new Counter({ name: `${metricPrefix}_persona_${name}`, help, labelNames, registers })
    this.#loads = counter('loads_total', 'Persona loads by outcome.', ['handle', 'outcome'])
    this.#cacheHits = counter('cache_hits_total', 'Persona loads that met an unchanged persona.', ['handle'])
    this.#tampered = counter('tampered_total', 'Personas that did not match their seal.', ['handle'])
    this.#reloads = counter('reload_total', 'Reloads of the persona directory.', ['outcome'])
    new Gauge({
      name: `${metricPrefix}_persona_registry_size`,
      help: 'Registered personas.',
      registers,
      collect() {
        this.set(registrySize())
      },
    })
  }

  /** Counts what the registry tells of loads and reloads. */
  count(event: PersonaEvent): void {
    if (event.type === 'persona_reload') this.#reloads.inc({ outcome: event.outcome })
    if (event.type !== 'persona_load') return
    const { outcome } = event
    if (outcome === 'unknown') {
      this.#loads.inc({ outcome })
      return
    }
    this.#loads.inc({ handle: event.handle, outcome })
    if (outcome === 'hit') this.#cacheHits.inc({ handle: event.handle })
  }

  /** Counts a refused load, which the gateway learns even where nobody hands on what the registry tells. */
  countTampered(handle: string): void {
    this.#loads.inc({ handle, outcome: 'tampered' })
    this.#tampered.inc({ handle })
  }
}
