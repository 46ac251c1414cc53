import type { Dispatcher } from 'undici'

interface WaitingCall {
  readonly request: Dispatcher.DispatchOptions
  readonly handler: Dispatcher.DispatchHandler
}

/**
 * Sends as many calls at once as there are connections. The others wait here, where a caller that leaves takes its call
 * along: a request in undici's own queue stays, body and all, until a connection is free for it.
 */
export class CallQueue {
  readonly #dispatcher: Dispatcher
  readonly #waiting: WaitingCall[] = []
  #free: number

  constructor(dispatcher: Dispatcher, connections: number) {
    this.#dispatcher = dispatcher
    this.#free = connections
  }

  /** Sends a request, at once or in its turn. When undici tells its handler of the end, that calls `release` before anything else. */
  send(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    if (this.#free === 0) {
      this.#waiting.push({ request, handler })
      return
    }
    this.#free -= 1
    this.#dispatcher.dispatch(request, handler)
  }

  /** Takes back a request that waits for its turn; one that was sent goes on. */
  withdraw(handler: Dispatcher.DispatchHandler): void {
    const place = this.#waiting.findIndex((waiting) => waiting.handler === handler)
    if (place !== -1) this.#waiting.splice(place, 1)
  }

  /** Leaves a connection to the next call. */
  release(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free += 1
    else this.#dispatcher.dispatch(next.request, next.handler)
  }
}
