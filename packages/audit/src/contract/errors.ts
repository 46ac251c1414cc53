/** Why an audit log refused; stable, governed by semver. */
export type AuditErrorCode =
  /** The kind does not match `^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$`, is longer than 128, or is one of `chain.*`. */
  | 'ERR_AUDIT_KIND'
  /** The payload is not a JSON value. */
  | 'ERR_AUDIT_PAYLOAD'
  /** The payload's canonical form is longer than 65,536 bytes. */
  | 'ERR_AUDIT_PAYLOAD_TOO_LARGE'
  /** The chain on disk has a fault that no crash leaves behind; it was not opened and not touched. */
  | 'ERR_AUDIT_BROKEN'
  /** A later writer has taken over this chain; this one has stopped for good. */
  | 'ERR_AUDIT_SUPERSEDED'
  /** The segment was removed, replaced, cut or written to by somebody else. */
  | 'ERR_AUDIT_FILE_CHANGED'
  /** Creating, writing or syncing failed; `cause` is the system's error. */
  | 'ERR_AUDIT_WRITE'
  /** The directory or a segment could not be read; `cause` is the system's error. */
  | 'ERR_AUDIT_READ'
  /** The log was closed. */
  | 'ERR_AUDIT_CLOSED'

const brand = Symbol.for('@cordon/audit/AuditError')

/**
 * Every failure of this package that is not a mistake in the caller's code. Messages never hold a payload; where the
 * system refused, they end in its code, such as `ENOSPC`.
 */
export class AuditError extends Error {
  override readonly name = 'AuditError'
  readonly code: AuditErrorCode

  constructor(code: AuditErrorCode, message: string, options?: ErrorOptions) {
    super(`${message}${systemCodeOf(options?.cause)}`, options)
    this.code = code
    Object.defineProperty(this, brand, { value: true })
  }

  /** Returns whether `value` is an `AuditError` of any installed copy of this package. */
  static isInstance(value: unknown): value is AuditError {
    return typeof value === 'object' && value !== null && brand in value
  }
}

function systemCodeOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /^E[A-Z0-9]+$/.test(code) ? ` (${code})` : ''
}

/** Returns an error of this package as it is, and wraps one of the system. */
export function toAuditError(error: unknown, code: AuditErrorCode, message: string): AuditError {
  return AuditError.isInstance(error) ? error : new AuditError(code, message, { cause: error })
}
