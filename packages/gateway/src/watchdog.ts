import type { TimeoutPhase } from './errors.ts'

/**
 * Watches the phases of one call with a single timer. Entering a phase only writes a number unless the new deadline is
 * nearer than the timer's; the timer, when it fires early, sleeps on.
 */
export class Watchdog {
  readonly #onExpired: (phase: TimeoutPhase) => void
  readonly #totalDeadline: number
  #phase: TimeoutPhase = 'connect'
  #deadline = Number.POSITIVE_INFINITY
  #firesAt = Number.POSITIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(totalDeadline: number, onExpired: (phase: TimeoutPhase) => void) {
    this.#totalDeadline = totalDeadline
    this.#onExpired = onExpired
  }

  /** Enters a phase that may last `limitMs`; the total deadline stays in force. */
  enter(phase: TimeoutPhase, limitMs: number): void {
    this.#phase = phase
    this.#deadline = performance.now() + limitMs
    const due = Math.min(this.#deadline, this.#totalDeadline)
    if (due < this.#firesAt) this.#schedule(due)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#firesAt = Number.NEGATIVE_INFINITY
  }

  #schedule(due: number): void {
    clearTimeout(this.#timer)
    this.#firesAt = due
    this.#timer = setTimeout(this.#check, Math.max(0, due - performance.now()))
  }

  readonly #check = (): void => {
    const now = performance.now()
    if (now >= this.#totalDeadline) this.#onExpired('total')
    else if (now >= this.#deadline) this.#onExpired(this.#phase)
    else this.#schedule(Math.min(this.#deadline, this.#totalDeadline))
  }
}
