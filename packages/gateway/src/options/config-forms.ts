type ConfigForm =
  | 'name'
  | 'apiKey'
  | 'sha256'
  | 'headerPrefix'
  | 'badgeField'
  | 'auditPrefix'
  | 'metricPrefix'

/** The forms that texts of a configuration have, for whoever checks one before a gateway is made of it. */
export const CONFIG_FORMS: Readonly<Record<ConfigForm, RegExp>> = Object.freeze({
  /** Name of an upstream or a tenant. */
  name: /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
  /** What can stand in a header; a line end from a file of secrets cannot. */
  apiKey: /^[\x21-\x7e]+$/,
  /** Hash of a key that callers present. */
  sha256: /^[0-9a-f]{64}$/,
  headerPrefix: /^[A-Za-z][A-Za-z0-9-]{0,63}$/,
  badgeField: /^[a-z][a-z0-9_]{0,63}$/,
  auditPrefix: /^[a-z][a-z0-9_]{0,31}$/,
  metricPrefix: /^[a-z][a-z0-9_]{0,31}$/,
})
