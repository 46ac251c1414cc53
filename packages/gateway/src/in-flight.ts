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

  /** Resolves when every request is out; those that are still in after `graceMs` are aborted. Returns how many were. */
  async drain(graceMs: number): Promise<number> {
    this.draining = true
    if (this.size === 0) return 0
    const empty = new Promise<void>((resolve) => {
      this.#onEmpty = resolve
    })
    let aborted = 0
    const timer = setTimeout(() => {
      aborted = this.size
      for (const abort of this.#aborts) abort()
    }, graceMs)
    await empty
    clearTimeout(timer)
    return aborted
  }
}
