import type { TimeoutPhase } from '../contract/errors.ts'

/**
 * Watches the phases of one call with a single timer. It sleeps no longer than the shortest phase may last, so that entering
 * a phase only writes a number and yet no deadline is missed.
 */
export class Watchdog {
  readonly #onExpired: (phase: TimeoutPhase) => void
  readonly #totalDeadline: number
  readonly #shortestMs: number
  #phase: TimeoutPhase = 'total'
  #deadline = Number.POSITIVE_INFINITY
  #timer: NodeJS.Timeout

  /** `shortestMs` is the shortest limit of any phase. */
  constructor(totalDeadline: number, shortestMs: number, onExpired: (phase: TimeoutPhase) => void) {
    this.#totalDeadline = totalDeadline
    this.#shortestMs = shortestMs
    this.#onExpired = onExpired
    this.#timer = this.#sleep(performance.now())
  }

  /** Enters a phase that may last `limitMs`; the total deadline stays in force. */
  enter(phase: TimeoutPhase, limitMs: number): void {
    this.#phase = phase
    this.#deadline = performance.now() + limitMs
  }

  /** Leaves the phase: only the total deadline stays in force. */
  leave(): void {
    this.#deadline = Number.POSITIVE_INFINITY
  }

  /** Leaves every phase and limit: what is left of the call may last `limitMs`. */
  finishWithin(limitMs: number): void {
    this.stop()
    this.#timer = setTimeout(() => this.#onExpired('between-chunks'), limitMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #sleep(now: number): NodeJS.Timeout {
    const due = Math.min(this.#deadline, this.#totalDeadline, now + this.#shortestMs)
    return setTimeout(() => this.#check(), Math.max(0, due - now))
  }

  #check(): void {
    const now = performance.now()
    if (now >= this.#totalDeadline) this.#onExpired('total')
    else if (now >= this.#deadline) this.#onExpired(this.#phase)
    else this.#timer = this.#sleep(now)
  }
}
