/** The requirements' error names, as the case files use them, and our codes. Mapped here and nowhere else. */
export const REQUIRED_CODES: Readonly<Record<string, string>> = {
  Schema: 'ERR_PERSONA_SCHEMA',
  ForbiddenFrontmatterField: 'ERR_PERSONA_FORBIDDEN_FIELD',
  FilenameMismatch: 'ERR_PERSONA_FILENAME_MISMATCH',
  MemoryReadFailed: 'ERR_PERSONA_READ_FAILED',
  AlreadyInitialised: 'ERR_PERSONA_ALREADY_INITIALISED',
  RegistryNotInitialised: 'ERR_PERSONA_NOT_INITIALISED',
  UnknownPersona: 'ERR_PERSONA_UNKNOWN',
  Tampered: 'ERR_PERSONA_TAMPERED',
  MissingAt: 'ERR_PERSONA_HANDLE_MISSING_AT',
  InvalidId: 'ERR_PERSONA_HANDLE_INVALID_ID',
  InvalidSemver: 'ERR_PERSONA_HANDLE_INVALID_SEMVER',
  PreReleaseUnsupported: 'ERR_PERSONA_HANDLE_PRE_RELEASE_UNSUPPORTED',
  LockSignature: 'ERR_PERSONA_LOCK_SIGNATURE',
}
