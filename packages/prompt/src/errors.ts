/** Why a prompt was not rendered. */
export type PromptErrorCode =
  /** The untrusted text holds the nonce or token that was to delimit it. */
  | 'ERR_PROMPT_NONCE_COLLISION'
  /** The rendered text does not have exactly one opener and one closer for each block, in turn. */
  | 'ERR_PROMPT_MARKERS'

const brand = Symbol.for('@cordon/prompt/PromptError')

/** The error of this package. Act on `code`; the message is for people and never holds text, nonce or token. */
export class PromptError extends Error {
  override readonly name: string = 'PromptError'
  readonly code: PromptErrorCode

  constructor(code: PromptErrorCode, message: string) {
    super(message)
    this.code = code
    Object.defineProperty(this, brand, { value: true })
  }

  /** Returns whether `value` is a `PromptError`, also one made by another installed copy of this package. */
  static isInstance(value: unknown): value is PromptError {
    return typeof value === 'object' && value !== null && brand in value
  }
}
