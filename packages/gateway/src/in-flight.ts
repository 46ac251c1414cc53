/** How long an aborted request may take to answer, in milliseconds. */
const FAREWELL_MS = 1_000

/** The open requests of a gateway, so that it can let them end. */
export class InFlight {
  readonly #aborts = new Set<() => void>()
  #onEmpty: (() => void) | undefined
  /** True once no further request is let in. */
  draining = false

  get size(): number {
    return this.#aborts.size
  }

  /** Counts a request in; the returned function counts it out. `abort` is called when waiting for it takes too long. */
  enter(abort: () => void): () => void {
    const own = (): void => abort()
    this.#aborts.add(own)
    return () => {
      if (this.#aborts.delete(own) && this.#aborts.size === 0) this.#onEmpty?.()
    }
  }

  /**
   * Resolves when every request is out. Those that are still in after `graceMs` are aborted, and given a second to say
   * so. Returns how many they were.
   */
  async drain(graceMs: number): Promise<number> {
    this.draining = true
    if (this.size === 0) return 0
    let aborted = 0
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve
      timer = setTimeout(() => {
        aborted = this.size
        for (const abort of this.#aborts) abort()
        timer = setTimeout(resolve, FAREWELL_MS)
      }, graceMs)
    })
    clearTimeout(timer)
    return aborted
  }
}
