import type { RuleId } from '../rules/rule-catalog.ts'

type SecretRuleId = Extract<RuleId, 'any/secret' | 'any/password' | 'any/private-key' | 'any/url-credentials'>

/** Formats that their issuers publish; each is fixed at its start and bounded, so that a match is linear. */
const issuedSecrets: readonly (readonly [RegExp, SecretRuleId])[] = [
  [/-----BEGIN (?:[A-Z]{1,12} ){0,2}PRIVATE KEY-----/g, 'any/private-key'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, 'any/secret'],
  [/\bgh[pousr]_[A-Za-z0-9]{36,255}\b/g, 'any/secret'],
  [/\bgithub_pat_[A-Za-z0-9_]{22,255}\b/g, 'any/secret'],
  [/\bglpat-[A-Za-z0-9_-]{20,64}/g, 'any/secret'],
  [/\bxox[abeprs]-[A-Za-z0-9-]{10,255}/g, 'any/secret'],
  [/\bsk-(?:proj-|ant-[a-z0-9]{1,8}-|svcacct-)?[A-Za-z0-9_-]{20,255}/g, 'any/secret'],
  [/\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}\b/g, 'any/secret'],
  [/\bwhsec_[A-Za-z0-9]{24,255}\b/g, 'any/secret'],
  [/\bAIza[A-Za-z0-9_-]{35}/g, 'any/secret'],
  [/\bya29\.[A-Za-z0-9_-]{20,255}/g, 'any/secret'],
  [/\bnpm_[A-Za-z0-9]{36}\b/g, 'any/secret'],
  [/\bpypi-[A-Za-z0-9_-]{50,255}/g, 'any/secret'],
  [/\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}/g, 'any/secret'],
  [/\bhf_[A-Za-z0-9]{30,64}\b/g, 'any/secret'],
  [/\beyJ[A-Za-z0-9_-]{10,512}\.eyJ[A-Za-z0-9_-]{10,2048}\.[A-Za-z0-9_-]{10,1024}/g, 'any/secret'],
  [/\bhttps:\/\/hooks\.slack\.com\/services\/[A-Z0-9/]{10,64}/gi, 'any/secret'],
  [
    /\b[a-z][a-z0-9+]{1,15}:\/\/[^\s/:@'"<>{}$]{1,64}:[^\s/:@'"<>{}$%]{3,128}@[\w.-]/gi,
    'any/url-credentials',
  ],
]

// A name that says secret, and a literal of six or more characters.
const assignment =
  /(passw(?:or)?d|passphrase|secret|api[_-]?key|auth[_-]?token|access[_-]?(?:token|key)|private[_-]?key|client[_-]?secret)["']?\s{0,8}(?::\s{0,8}[A-Za-z]{1,16}\s{0,4})?(:=|=>|[:=])\s{0,8}(["'`])([^"'`\s]{6,200})\3/gi

// `.env`, YAML and properties write the value bare.
const bareAssignment =
  /^\s{0,40}(?:export\s|-\s)?[\w.-]{0,60}(?:password|passwd|secret|api[_-]?key|token|secret[_-]?access[_-]?key)(\s{0,4}[=:]\s{0,4})([A-Za-z0-9+/_-]{16,200}={0,2})\s{0,4}$/i

// A value that stands for one.
const placeholder =
  /^(?:[*x.#-]+|[<{[(%$].*|.*(?:\$\{|\{\{|process\.env|os\.environ|getenv|example|placeholder|redacted|change.?me.?please|your[-_]|<.*>|dummy|fake|sample|mock|undefined|null|secretKeyRef).*|test[-_]?(?:password|secret|token|key)?|(?:password|secret|token|api[-_]?key)+)$/i

// Documented examples: names that say so, `user:password@`, a user who is his own password, and jwt.io's token.
const standIn =
  /example|x{6}|\*{4}|\/\/(?:user(?:name)?|login|me):(?:pass(?:word|wd)?|pwd)@|\/\/(\w{1,64}):\1@|SflKxwRJSMeKKF2QT4fwpM/i

/** Returns the rule for the secret that a line seems to hold; one that only stands for a secret hides no other. */
export function findSecret(line: string, bareValues: boolean): SecretRuleId | undefined {
  for (const [format, rule] of issuedSecrets)
    if (line.match(format)?.some((match) => !standIn.test(match))) return rule
  // Most lines have none, and an iterator costs more than the search.
  if (line.search(assignment) >= 0)
    for (const [, name = '', operator = '', , value = ''] of line.matchAll(assignment))
      if (isSecretValue(name, operator, value)) return 'any/password'
  const bare = bareAssignment.exec(line)
  if (bare === null) return undefined
  const [, operator = '', value = ''] = bare
  // In code a bare value may be a name; one with a digit behind a tight equals sign hardly is.
  const isValue = bareValues || (operator === '=' && /\d/.test(value))
  return isValue && !placeholder.test(value) ? 'any/password' : undefined
}

// Words may be a label, a name of a field or a kind of secret; only what is assigned to a password is one in words.
const words = /^[a-z]+(?:[._-][a-z]+){0,8}$/i

function isSecretValue(name: string, operator: string, value: string): boolean {
  return !placeholder.test(value) && (!words.test(value) || (operator === '=' && /^pass/i.test(name)))
}

/** Returns whether a text holds what may be a secret. */
export function holdsSecret(text: string): boolean {
  return findSecret(text, true) !== undefined
}
