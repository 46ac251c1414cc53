/** How long an aborted request may take to answer, in milliseconds. */
const FAREWELL_MS = 1_000

interface OpenRequest {
  readonly abort: () => void
  /** Where it stands in the list; -1 once it is out. */
  place: number
}

/**
 * The open requests of a gateway, so that it can let them end. They stand in a list, and the last one moves to the place
 * of one that leaves. A `Set` would keep finished requests in memory: V8 links each table that a `Set` has outgrown to
 * the next, so that one table in the old generation holds the later ones until a full collection.
 */
export class InFlight {
  readonly #open: OpenRequest[] = []
  #onEmpty: (() => void) | undefined
  /** True once no further request is let in. */
  draining = false

  get size(): number {
    return this.#open.length
  }

  /** Counts a request in; the returned function counts it out. `abort` is called when waiting for it takes too long. */
  enter(abort: () => void): () => void {
    const request = { abort, place: this.#open.length }
    this.#open.push(request)
    return () => this.#leave(request)
  }

  #leave(request: OpenRequest): void {
    if (request.place === -1) return
    const last = this.#open.pop()
    if (last !== undefined && last !== request) {
      this.#open[request.place] = last
      last.place = request.place
    }
    request.place = -1
    if (this.size === 0) this.#onEmpty?.()
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
        for (const { abort } of [...this.#open]) abort()
        timer = setTimeout(resolve, FAREWELL_MS)
      }, graceMs)
    })
    clearTimeout(timer)
    return aborted
  }
}
