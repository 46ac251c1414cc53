import type { AgentName } from './agents.ts'

/** Why a model's answer is not a verdict; `error_code` of the reference program where it has one. */
export type OutputFault =
  | 'too_large'
  | 'unterminated_block'
  | 'ambiguous_block'
  | 'invalid_json'
  | 'echoed_example'
  | 'not_object'
  | 'missing_keys'
  | 'agent_type'
  | 'agent_unknown'
  | 'agent_mismatch'
  | 'verdict_type'
  | 'verdict_invalid'
  | 'confidence_type'
  | 'confidence_range'
  | 'field_type'
  | 'field_too_long'
  | 'findings_type'
  | 'findings_too_many'
  | 'finding_not_object'
  | 'finding_missing_keys'
  | 'finding_field_type'
  | 'finding_severity_invalid'
  | 'finding_title_empty'
  | 'finding_title_too_long'
  | 'finding_detail_too_long'

/** Why a seat has no verdict. */
export type SeatFailureReason = 'timeout' | 'provider' | OutputFault

/** One seat's failure. The message is ours; it never quotes a model, a prompt or a provider's own message. */
export interface SeatFailure {
  readonly reason: SeatFailureReason
  readonly message: string
}

/** What each code carries in `detail`. */
export interface MagiErrorDetail {
  /** The raw input is larger than the council accepts; both figures are UTF-8 bytes. */
  readonly ERR_MAGI_INPUT_TOO_LARGE: { readonly size: number; readonly max: number }
  /** Fewer verdicts than a decision needs, with the reason of every seat that failed. */
  readonly ERR_MAGI_INSUFFICIENT_AGENTS: {
    readonly succeeded: number
    readonly required: number
    readonly failures: Readonly<Partial<Record<AgentName, SeatFailure>>>
  }
  /** Two outputs bear the same agent's name; `count` outputs were given. */
  readonly ERR_MAGI_DUPLICATE_AGENT: { readonly count: number }
  /** An answer is not a verdict; `path` names the place, as in `findings[3].title`. */
  readonly ERR_MAGI_INVALID_OUTPUT: { readonly reason: OutputFault; readonly path?: string }
  /** A seat's own time limit passed. */
  readonly ERR_MAGI_TIMEOUT: { readonly timeoutMs: number }
  /** A provider failed; `status` is the HTTP status and `cause` a system error code, where there is one. */
  readonly ERR_MAGI_PROVIDER: { readonly status?: number; readonly cause?: string }
  /** Replay found no recorded answer under this file name. */
  readonly ERR_MAGI_FIXTURE_MISSING: { readonly fixture: string }
  /** A recorded answer exists but is not one. */
  readonly ERR_MAGI_FIXTURE_INVALID: { readonly fixture: string }
}

/** The stable codes of {@link MagiError}. */
export type MagiErrorCode = keyof MagiErrorDetail

const brand = Symbol.for('@cordon/orchestrator/MagiError')

/** What an adapter adds to a rejection so that the council may try again. */
export interface RetryAdvice {
  /** `true` when the same request may succeed later. */
  readonly retryable?: boolean
  /** How long the provider asks to wait, in milliseconds. */
  readonly retryAfterMs?: number
}

/** The one error class of this package. `code` says what happened, `detail` is typed by it. */
export class MagiError<C extends MagiErrorCode = MagiErrorCode> extends Error implements RetryAdvice {
  override readonly name = 'MagiError'
  readonly code: C
  readonly detail: MagiErrorDetail[C]
  readonly retryable?: boolean
  readonly retryAfterMs?: number

  constructor(code: C, message: string, detail: MagiErrorDetail[C], advice: RetryAdvice = {}) {
    super(message)
    this.code = code
    this.detail = detail
    Object.defineProperty(this, brand, { value: true })
    if (advice.retryable !== undefined) this.retryable = advice.retryable
    if (advice.retryAfterMs !== undefined) this.retryAfterMs = advice.retryAfterMs
  }

  /** Returns whether `value` is a `MagiError`, of this or another installed copy of the package. */
  static isInstance(value: unknown): value is AnyMagiError {
    return typeof value === 'object' && value !== null && brand in value
  }
}

/** Every `MagiError`, as a union that narrows on `code`. */
export type AnyMagiError = { [C in MagiErrorCode]: MagiError<C> }[MagiErrorCode]
