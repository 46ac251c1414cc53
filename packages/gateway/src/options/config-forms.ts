type ConfigField =
  | 'name'
  | 'apiKey'
  | 'sha256'
  | 'headerPrefix'
  | 'badgeField'
  | 'auditPrefix'
  | 'metricPrefix'

interface ConfigForm {
  readonly pattern: RegExp
  /** The pattern in words, for messages: what was expected. */
  readonly expected: string
}

const form = (pattern: RegExp, expected: string): ConfigForm => Object.freeze({ pattern, expected })

const PREFIX = form(/^[a-z][a-z0-9_]{0,31}$/, 'a lower-case letter, then up to 31 of a-z 0-9 _')

/** The forms that texts of a configuration have, for whoever checks one before a gateway is made of it. */
export const CONFIG_FORMS: Readonly<Record<ConfigField, ConfigForm>> = Object.freeze({
  /** Name of an upstream or a tenant. */
  name: form(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'a letter or digit, then up to 63 of A-Z a-z 0-9 . _ -'),
  /** What can stand in a header; a line end from a file of secrets cannot. */
  apiKey: form(/^[\x21-\x7e]+$/, 'printable ASCII without blanks'),
  /** Hash of a key that callers present. */
  sha256: form(
    /^[0-9a-f]{64}$/,
    'the SHA-256 of the key, 64 lower-case hex, as printf %s "$KEY" | sha256sum prints it',
  ),
  headerPrefix: form(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'a letter, then up to 63 of A-Z a-z 0-9 -'),
  badgeField: form(/^[a-z][a-z0-9_]{0,63}$/, 'a lower-case letter, then up to 63 of a-z 0-9 _'),
  auditPrefix: PREFIX,
  metricPrefix: PREFIX,
})
