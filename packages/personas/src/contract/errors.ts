/** Why a persona file, or the lock, was refused. Closed set; the message says it in words. */
export type PersonaSchemaReason =
  | 'alias_not_allowed'
  | 'directive_not_allowed'
  | 'duplicate_key'
  | 'empty_body'
  | 'id_not_string'
  | 'invalid_id'
  | 'invalid_lock'
  | 'invalid_semver'
  | 'key_not_string'
  | 'missing_closing_fence'
  | 'missing_field'
  | 'missing_opening_fence'
  | 'not_a_mapping'
  | 'nul_byte'
  | 'out_of_range'
  | 'tag_not_allowed'
  | 'too_large'
  | 'unknown_key'
  | 'version_not_string'
  | 'wrong_type'
  | 'yaml_syntax'

/** A handle that could not be read; `handle` is cut to 128 UTF-16 code units. */
interface HandleDetail {
  readonly handle: string
}

/** What each code carries. Paths are relative and '/'-separated; lines count from 1. */
export interface PersonaErrorDetail {
  /** A file, or the lock, breaks a rule of its format. */
  readonly ERR_PERSONA_SCHEMA: {
    readonly path: string
    readonly line?: number
    readonly field?: string
    readonly reason: PersonaSchemaReason
  }
  /** The frontmatter has `system_prompt`; the body is the only source of the prompt. */
  readonly ERR_PERSONA_FORBIDDEN_FIELD: { readonly path: string; readonly line: number }
  /** The file's name is not its handle plus `.md`. */
  readonly ERR_PERSONA_FILENAME_MISMATCH: { readonly path: string; readonly handle: string }
  /** The bytes could not be read, or are not UTF-8. */
  readonly ERR_PERSONA_READ_FAILED: { readonly path: string }
  /** The process-wide registry was opened twice. */
  readonly ERR_PERSONA_ALREADY_INITIALISED: Readonly<Record<never, never>>
  /** The registry was not opened yet, or is closed. */
  readonly ERR_PERSONA_NOT_INITIALISED: Readonly<Record<never, never>>
  /** No such persona; `handle` is cut to 128 UTF-16 code units, `available` is sorted by code unit. */
  readonly ERR_PERSONA_UNKNOWN: { readonly handle: string; readonly available: readonly string[] }
  /**
   * What is there is not what was sealed, or what was parsed. Both hashes are body hashes (`sourceHash`), save when only
   * the frontmatter differs: then they are persona hashes (`personaHash`). `actualHash` is that of the whole file when it
   * holds no persona any more, and null when it is gone or not to be trusted.
   */
  readonly ERR_PERSONA_TAMPERED: {
    readonly handle: string
    readonly expectedHash: string
    readonly actualHash: string | null
  }
  /** A handle without `@`. */
  readonly ERR_PERSONA_HANDLE_MISSING_AT: HandleDetail
  /** A handle whose id is not kebab-case ASCII of at most 64 characters. */
  readonly ERR_PERSONA_HANDLE_INVALID_ID: HandleDetail
  /** A handle whose version is not MAJOR.MINOR.PATCH. */
  readonly ERR_PERSONA_HANDLE_INVALID_SEMVER: HandleDetail
  /** A handle whose version has a pre-release or build part. */
  readonly ERR_PERSONA_HANDLE_PRE_RELEASE_UNSUPPORTED: HandleDetail
  /** There is no `personas.lock.json`. */
  readonly ERR_PERSONA_LOCK_MISSING: { readonly path: string }
  /** The lock's signature is missing, or none of the given keys made it. */
  readonly ERR_PERSONA_LOCK_SIGNATURE: { readonly path: string }
  /** Another seal of the same directory is under way, or was cut off. */
  readonly ERR_PERSONA_LOCK_BUSY: { readonly path: string }
  /** A directory has faults: all of them. */
  readonly ERR_PERSONA_INIT: { readonly faults: readonly AnyPersonaError[] }
}

/** The stable codes of {@link PersonaError}. */
export type PersonaErrorCode = keyof PersonaErrorDetail

/** Every `PersonaError`, as a union that `switch (error.code)` narrows. */
export type AnyPersonaError = { [C in PersonaErrorCode]: PersonaError<C> }[PersonaErrorCode]

const brand = Symbol.for('@cordon/personas/PersonaError')

/** An operation on personas failed. `message` never holds text of a file; `detail` is typed by `code`. */
export class PersonaError<C extends PersonaErrorCode = PersonaErrorCode> extends Error {
  override readonly name = 'PersonaError'
  readonly code: C
  readonly detail: PersonaErrorDetail[C]

  constructor(code: C, message: string, detail: PersonaErrorDetail[C], options?: ErrorOptions) {
    super(message, options)
    Object.defineProperty(this, brand, { value: true })
    this.code = code
    this.detail = detail
  }

  /** Whether `value` is a `PersonaError`, of this copy of the package or of another one. */
  static isInstance(value: unknown): value is AnyPersonaError {
    return typeof value === 'object' && value !== null && brand in value
  }
}
