/** How an upstream takes more than one system message. */
export type SystemMessages = 'separate' | 'developer' | 'merge'

/** Time limits of an upstream call, in milliseconds. */
export interface UpstreamTimeouts {
  /** Until the connection stands. @defaultValue 5,000 */
  readonly connectMs: number
  /** From the sent request to the response's headers. @defaultValue 60,000 */
  readonly headersMs: number
  /** From the headers to the first byte of the body. @defaultValue 60,000 */
  readonly firstChunkMs: number
  /** Between two pieces of the body. @defaultValue 30,000 */
  readonly betweenChunksMs: number
  /** All attempts and waits together, to the last byte. @defaultValue 600,000 */
  readonly totalMs: number
}

export interface UpstreamRetries {
  /** Calls to this upstream for one request, the first included. @defaultValue 3 */
  readonly attempts: number
  /** Wait before the second call, doubled for each further one, ± 20 %. @defaultValue 200 */
  readonly backoffMs: number
  /** Longest `Retry-After` that is waited for; a longer one ends the calls to this upstream. @defaultValue 5,000 */
  readonly maxRetryAfterMs: number
}

/** A server that speaks the OpenAI chat completions protocol. */
export interface Upstream {
  readonly name: string
  /** Up to and without `/chat/completions`. https, or http to this machine. */
  readonly baseUrl: string
  /** Sent as `Authorization: Bearer`. The caller's own key never is. */
  readonly apiKey?: string
  /**
   * `separate`: persona, then the caller's system messages, each on its own. `developer`: the caller's become developer
   * messages. `merge`: those before the first other message become one with the persona's; a later one stays where it is.
   * @defaultValue `separate`
   */
  readonly systemMessages?: SystemMessages
  readonly timeouts?: Partial<UpstreamTimeouts>
  readonly retries?: Partial<UpstreamRetries>
  /** Calls at once, each on a connection of its own; further ones wait. @defaultValue 64 */
  readonly connections?: number
}

/** Where the requests for one model name go, in order of preference. */
export interface ModelTarget {
  readonly upstream: string
  readonly model: string
}

export const DEFAULT_TIMEOUTS: UpstreamTimeouts = Object.freeze({
  connectMs: 5_000,
  headersMs: 60_000,
  firstChunkMs: 60_000,
  betweenChunksMs: 30_000,
  totalMs: 600_000,
})

export const DEFAULT_RETRIES: UpstreamRetries = Object.freeze({
  attempts: 3,
  backoffMs: 200,
  maxRetryAfterMs: 5_000,
})
