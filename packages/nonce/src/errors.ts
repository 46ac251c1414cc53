/** Why a nonce could not be drawn. */
export type NonceErrorCode = 'ERR_NONCE_ENTROPY'

const brand = Symbol.for('@cordon/nonce/NonceError')

/** The error of this package. Act on `code`; the message is for people and never holds a drawn value. */
export class NonceError extends Error {
  override readonly name: string = 'NonceError'
  readonly code: NonceErrorCode

  constructor(code: NonceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    Object.defineProperty(this, brand, { value: true })
  }

  /** Returns whether `value` is a `NonceError`, also one made by another installed copy of this package. */
  static isInstance(value: unknown): value is NonceError {
    return typeof value === 'object' && value !== null && brand in value
  }
}
