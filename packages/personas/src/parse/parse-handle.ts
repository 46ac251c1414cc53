import parseSemver from 'semver/functions/parse.js'
import { PersonaError, type PersonaErrorCode } from '../contract/errors.ts'
import { cutHandle, quotePath } from '../contract/quote.ts'

/** Kebab-case ASCII: begins with a letter, single hyphens between letters and digits. */
export const ID_PATTERN: RegExp = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

/** Longest id, in characters. */
export const MAX_ID_LENGTH = 64

/** The two parts of a handle, each valid by itself. */
export interface ParsedHandle {
  readonly id: string
  readonly version: string
}

/** Whether `text` is an id: {@link ID_PATTERN}, at most 64 characters. */
export function isPersonaId(text: string): boolean {
  return text.length <= MAX_ID_LENGTH && ID_PATTERN.test(text)
}

/** Tells a plain MAJOR.MINOR.PATCH from a version with more parts and from no version at all. */
export function classifyVersion(text: string): 'plain' | 'pre-release' | 'invalid' {
  const parsed = parseSemver(text)
  if (parsed === null) return 'invalid'
  const build = parsed.build.length > 0 ? `+${parsed.build.join('.')}` : ''
  // semver trims, and takes a leading "v" or "=": only the exact spelling is a version here.
  if (`${parsed.version}${build}` !== text) return 'invalid'
  return parsed.prerelease.length > 0 || build !== '' ? 'pre-release' : 'plain'
}

/** Whether `text` is what {@link parseHandle} takes. */
export function isHandle(text: string): boolean {
  const at = text.indexOf('@')
  return at !== -1 && isPersonaId(text.slice(0, at)) && classifyVersion(text.slice(at + 1)) === 'plain'
}

/**
 * Returns id and version of `id@version`. Case, blanks and leading zeros are not forgiven.
 *
 * @throws TypeError when `text` is not a string.
 * @throws {@link PersonaError} `ERR_PERSONA_HANDLE_MISSING_AT` when there is no `@`.
 * @throws {@link PersonaError} `ERR_PERSONA_HANDLE_INVALID_ID` when what precedes the first `@` is not an id.
 * @throws {@link PersonaError} `ERR_PERSONA_HANDLE_PRE_RELEASE_UNSUPPORTED` when the version is semver (2.0.0) with a
 *   pre-release or build part.
 * @throws {@link PersonaError} `ERR_PERSONA_HANDLE_INVALID_SEMVER` when it is not MAJOR.MINOR.PATCH otherwise.
 */
export function parseHandle(text: string): ParsedHandle {
  if (typeof text !== 'string') throw new TypeError(`"text" expected string, got ${typeof text}`)
  const at = text.indexOf('@')
  if (at === -1) {
    throw handleError('ERR_PERSONA_HANDLE_MISSING_AT', text, 'has no "@"; write id@version')
  }
  const id = text.slice(0, at)
  const version = text.slice(at + 1)
  if (!isPersonaId(id)) {
    throw handleError(
      'ERR_PERSONA_HANDLE_INVALID_ID',
      text,
      `has an id that is not kebab-case ASCII of at most ${MAX_ID_LENGTH} characters`,
    )
  }
  const kind = classifyVersion(version)
  if (kind === 'plain') return { id, version }
  throw kind === 'pre-release'
    ? handleError(
        'ERR_PERSONA_HANDLE_PRE_RELEASE_UNSUPPORTED',
        text,
        'has a pre-release or build part; only MAJOR.MINOR.PATCH is supported',
      )
    : handleError('ERR_PERSONA_HANDLE_INVALID_SEMVER', text, 'needs a version of the form MAJOR.MINOR.PATCH')
}

type HandleCode = Extract<PersonaErrorCode, `ERR_PERSONA_HANDLE_${string}`>

function handleError(code: HandleCode, text: string, fault: string): PersonaError<HandleCode> {
  const handle = cutHandle(text)
  return new PersonaError(code, `handle "${quotePath(handle)}" ${fault}`, { handle })
}
