/** The phase of an upstream call that ran out of time. */
export type TimeoutPhase = 'connect' | 'headers' | 'first-chunk' | 'between-chunks' | 'total'

/** Why no connection to an upstream came to an answer. */
export type UnreachableReason = 'refused' | 'dns' | 'tls' | 'reset' | 'no-route' | 'timeout' | 'other'

/** What an upstream said about a request that it refused; its own words, for the caller's eyes only. */
export interface UpstreamRejection {
  readonly message: string
  readonly type: string
  readonly code: string | null
  readonly param: string | null
}

type None = Record<never, never>

/** Every way in which a request can fail, with what a program may read about it. */
export interface GatewayErrorDetail {
  readonly ERR_GATEWAY_UNKNOWN_PERSONA: {
    readonly agentPersona: string
    readonly availableHandles: readonly string[]
  }
  readonly ERR_GATEWAY_PERSONA_TAMPERED: { readonly handle: string; readonly contact: string | undefined }
  readonly ERR_GATEWAY_INVALID_PERSONA_HANDLE: { readonly agentPersona: string | null }
  readonly ERR_GATEWAY_MISSING_AGENT_PERSONA: None
  readonly ERR_GATEWAY_CONFLICTING_PERSONA: None
  readonly ERR_GATEWAY_PERSONA_NOT_ALLOWED: { readonly allowed: readonly string[] }
  readonly ERR_GATEWAY_AUDIT_UNAVAILABLE: {
    readonly requestId: string
    /** The system's code where it refused (`ENOSPC`), else the log's own (`ERR_AUDIT_SUPERSEDED`), or null. */
    readonly reason: string | null
  }
  readonly ERR_GATEWAY_PERSONA_UNAVAILABLE: { readonly handle: string }
  readonly ERR_GATEWAY_INVALID_JSON: None
  readonly ERR_GATEWAY_INVALID_REQUEST: { readonly param: string; readonly expected: string }
  readonly ERR_GATEWAY_UNSUPPORTED_MEDIA_TYPE: None
  readonly ERR_GATEWAY_REQUEST_TOO_LARGE: { readonly maxBytes: number }
  readonly ERR_GATEWAY_REQUEST_BODY_ALREADY_READ: None
  readonly ERR_GATEWAY_INVALID_API_KEY: None
  readonly ERR_GATEWAY_LOOPBACK_ONLY: None
  readonly ERR_GATEWAY_HOST_NOT_ALLOWED: None
  readonly ERR_GATEWAY_ORIGIN_NOT_ALLOWED: None
  readonly ERR_GATEWAY_NOT_FOUND: None
  readonly ERR_GATEWAY_METHOD_NOT_ALLOWED: { readonly allow: string }
  readonly ERR_GATEWAY_RATE_LIMITED: { readonly retryAfterSeconds: number }
  readonly ERR_GATEWAY_SHUTTING_DOWN: None
  readonly ERR_GATEWAY_UPSTREAM_UNREACHABLE: {
    readonly upstream: string
    readonly reason: UnreachableReason
  }
  readonly ERR_GATEWAY_UPSTREAM_ERROR: {
    readonly upstream: string
    readonly status: number
    /** What the upstream asks to wait, if it does. */
    readonly retryAfterSeconds?: number | undefined
  }
  readonly ERR_GATEWAY_UPSTREAM_AUTH_FAILED: { readonly upstream: string; readonly status: number }
  readonly ERR_GATEWAY_UPSTREAM_REDIRECT: { readonly upstream: string; readonly status: number }
  readonly ERR_GATEWAY_UPSTREAM_RATE_LIMITED: {
    readonly upstream: string
    readonly status: number
    readonly retryAfterSeconds: number | undefined
  }
  readonly ERR_GATEWAY_UPSTREAM_TIMEOUT: { readonly upstream: string; readonly phase: TimeoutPhase }
  readonly ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE: { readonly upstream: string }
  readonly ERR_GATEWAY_UPSTREAM_RESPONSE_TOO_LARGE: {
    readonly upstream: string
    /** The limit: of a whole answer in bytes; of one event, or of what a stream holds back, in UTF-16 code units. */
    readonly maxLength: number
  }
  readonly ERR_GATEWAY_UPSTREAM_STREAM_CUT: { readonly upstream: string }
  readonly ERR_GATEWAY_UPSTREAM_REJECTED: {
    readonly upstream: string
    readonly status: number
    readonly rejection: UpstreamRejection
  }
  readonly ERR_GATEWAY_CLIENT_CLOSED: None
  readonly ERR_GATEWAY_COUNCIL_INPUT_TOO_LARGE: None
  readonly ERR_GATEWAY_COUNCIL_UNAVAILABLE: None
  /** `name` is the class of what was thrown. */
  readonly ERR_GATEWAY_INTERNAL: { readonly name: string }
}

export type GatewayErrorCode = keyof GatewayErrorDetail

const BRAND = Symbol.for('@cordon/gateway.GatewayError')

/**
 * The one error of this package. `code` is stable; the message is the code's fixed sentence and never holds
 * anything of a request, an answer, a header or a key.
 */
export class GatewayError<C extends GatewayErrorCode = GatewayErrorCode> extends Error {
  override readonly name = 'GatewayError'
  readonly code: C
  readonly detail: GatewayErrorDetail[C]

  constructor(code: C, message: string, detail: GatewayErrorDetail[C]) {
    super(message)
    this.code = code
    this.detail = detail
    Object.defineProperty(this, BRAND, { value: true })
  }

  /** Returns true for an error of this package, whichever installed copy made it. */
  static isInstance(value: unknown): value is AnyGatewayError {
    return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[BRAND] === true
  }
}

/** The error as a union that `switch (error.code)` narrows. */
export type AnyGatewayError = { [C in GatewayErrorCode]: GatewayError<C> }[GatewayErrorCode]
