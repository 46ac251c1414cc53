const brand = Symbol.for('@cordon/offline-reviewers/OfflineReviewerError')

/**
 * Why a seat has no verdict.
 *
 * - `ERR_OFFLINE_REVIEWERS_PROMPT`: the prompt holds no fenced block of the form that `buildUserPrompt` writes for one text.
 * - `ERR_OFFLINE_REVIEWERS_MEMORY`: the analysis hit the worker's memory limit.
 * - `ERR_OFFLINE_REVIEWERS_FAILED`: the analysis or its worker broke off.
 * - `ERR_OFFLINE_REVIEWERS_CLOSED`: the reviewer was closed.
 */
export type OfflineReviewerErrorCode =
  | 'ERR_OFFLINE_REVIEWERS_PROMPT'
  | 'ERR_OFFLINE_REVIEWERS_MEMORY'
  | 'ERR_OFFLINE_REVIEWERS_FAILED'
  | 'ERR_OFFLINE_REVIEWERS_CLOSED'

const messages: Readonly<Record<OfflineReviewerErrorCode, string>> = {
  ERR_OFFLINE_REVIEWERS_PROMPT: 'offline: the prompt holds no fenced block of one text',
  ERR_OFFLINE_REVIEWERS_MEMORY: 'offline: the analysis reached its memory limit',
  ERR_OFFLINE_REVIEWERS_FAILED: 'offline: the analysis broke off',
  ERR_OFFLINE_REVIEWERS_CLOSED: 'offline: the reviewer was closed',
}

/** The one error of this package. Its message is fixed by its code: it holds nothing of the reviewed content. */
export class OfflineReviewerError extends Error {
  override readonly name: string = 'OfflineReviewerError'
  readonly code: OfflineReviewerErrorCode
  /** Always false: the same input meets the same rules again. */
  readonly retryable: boolean = false

  constructor(code: OfflineReviewerErrorCode) {
    super(messages[code])
    this.code = code
    Object.defineProperty(this, brand, { value: true })
  }

  /** Returns whether `value` is an error of this class, from this or another installed copy of the package. */
  static isInstance(value: unknown): value is OfflineReviewerError {
    return typeof value === 'object' && value !== null && brand in value
  }
}
