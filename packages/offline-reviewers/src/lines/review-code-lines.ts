import type { Report, RuleId } from '../rules/rule-catalog.ts'
import type { Kind } from '../source/kind.ts'
import type { SourceContext } from '../source/source-context.ts'
import { piecesOf } from './pieces-of.ts'

/** Line patterns for code that has no parser here; each is fixed at its start or bounded. */
const codePatterns: readonly (readonly [RuleId, RegExp])[] = [
  [
    'code/sql-text',
    /["'`](?:SELECT\s[^"'`]{1,300}\sFROM|INSERT\s+INTO|UPDATE\s[^"'`]{1,200}\sSET|DELETE\s+FROM)\s[^"`]{0,300}["'`]\s{0,4}(?:\+|\.(?=\s*\$)|%\s|\|\|)\s{0,4}[\w$(]/i,
  ],
  [
    'code/sql-text',
    /\b(?:Sprintf|format|formatted)\(\s{0,4}["'`](?:SELECT\s|INSERT\s+INTO|UPDATE\s|DELETE\s+FROM)[^"`]{0,300}%[sdv]/i,
  ],
  [
    'code/sql-text',
    /["`](?:SELECT\s[^"`]{1,300}\sFROM|INSERT\s+INTO|UPDATE\s[^"`]{1,200}\sSET|DELETE\s+FROM)\s[^"`]{0,300}(?:\$\{?\w|#\{)/i,
  ],
  [
    'code/eval-input',
    /\b(?:eval|create_function|instance_eval|class_eval)\s?\(?[^;]{0,100}(?:\$_(?:GET|POST|REQUEST|COOKIE)|\bparams\[|\breq(?:uest)?\.\w)/,
  ],
  ['code/eval-input', /\bassert\s?\([^;]{0,100}\$_(?:GET|POST|REQUEST|COOKIE)/],
  ['code/eval-input', /\beval\(\s{0,4}\w*(?:input|body|query|params|request)\w*\b/i],
  [
    'code/shell-text',
    /\b(?:shell_exec|passthru|popen|system|exec)\(\s{0,4}["'][^"']{0,200}(?:["']\s{0,4}[.+]|\$\w|#\{)/,
  ],
  [
    'code/shell-text',
    /exec\.Command(?:Context)?\([^)]{0,40}"(?:ba)?sh",\s{0,4}"-c",\s{0,4}(?:"[^"]{0,200}"\s{0,4}\+|\w+\)|fmt\.Sprintf)/,
  ],
  ['code/shell-text', /Runtime\.getRuntime\(\)\.exec\(\s{0,4}(?:"[^"]{0,200}"\s{0,4}\+|\w+\s{0,4}\+)/],
  [
    'code/tls-off',
    /InsecureSkipVerify:\s{0,4}true|CURLOPT_SSL_VERIFY(?:PEER|HOST)\s{0,4}(?:,|=>)\s{0,4}(?:0|false)|OpenSSL::SSL::VERIFY_NONE|ServerCertificateValidationCallback\s{0,4}\+?=.{0,60}true|\bcurl\b[^|;\n]{0,200}\s(?:-k|--insecure)\b|--no-check-certificate\b|NODE_TLS_REJECT_UNAUTHORIZED\s{0,2}[=:]\s{0,2}["']?0|danger_accept_invalid_certs\(true\)|StrictHostKeyChecking[= ]no\b|\bsslverify\s{0,4}[=:]\s{0,4}["']?(?:false|0)\b/i,
  ],
  [
    'code/weak-hash',
    /\b(?:md5|sha1)\.(?:New|Sum)\(|getInstance\(\s{0,2}"(?:MD5|SHA-?1)"|\bmd5\(\s?\$|\bsha1\(\s?\$|Digest::(?:MD5|SHA1)|(?:MD5|SHA1)\.Create\(/,
  ],
  [
    'code/deserialise',
    /\bunserialize\(\s?\$_|\bMarshal\.load\(|\bYAML\.load\(\s?params|new ObjectInputStream\(|new BinaryFormatter\(/,
  ],
  [
    'code/swallowed-error',
    /\bcatch\s?(?:\([^)]{0,100}\)\s?)?\{\s{0,8}\}|if err != nil \{\s{0,8}\}|\brescue\s?(?:=>\s?\w+\s?)?;?\s?(?:nil\s?;?\s?)?end\b|^\s{0,40}_\s?=\s?err$/,
  ],
  ['code/unbounded-read', /\b(?:io|ioutil)\.ReadAll\(\s?\w*\.?Body/i],
  [
    'code/missing-timeout',
    /\bhttp\.(?:Get|Post|Head|PostForm)\(|&?http\.Client\{\s{0,4}\}|\bhttp\.ListenAndServe(?:TLS)?\(/,
  ],
  [
    'code/hard-coded-address',
    /["'`](?:https?:\/\/)?(?:10|172|192|1[0-9]|[2-9][0-9]|1[0-9]{2}|2[0-2][0-9])\.\d{1,3}\.\d{1,3}\.\d{1,3}(?::\d{2,5})?[/"'`]/,
  ],
]

const shellPatterns: readonly (readonly [RuleId, RegExp])[] = [
  ['shell/eval', /(?:^|[;&|]\s{0,4}|^\s{1,40})eval\s/],
  ['shell/unquoted-rm', /\brm\s{1,4}-(?:rf|fr|r)\s{1,4}\$\{?\w+\}?(?:\/|\s|$)/],
]

const configPatterns: readonly (readonly [RuleId, RegExp])[] = [
  ['config/privileged', /^\s{0,60}privileged:\s{1,4}true\b/],
  [
    'config/floating-image',
    /^\s{0,60}(?:-\s)?(?:image:\s{1,4}["']?[\w./-]{1,200}:latest\b|FROM\s{1,4}[\w./-]{1,200}:latest\b)/,
  ],
  ['config/pull-request-target', /^\s{0,20}(?:-\s)?(?:on:\s{1,4}\[?.{0,100})?pull_request_target\b/],
  ['config/root-user', /^USER\s{1,4}(?:root|0)\b/],
]

// What a text is called must not decide which of them it is spared.
const patterns = [...shellPatterns, ...configPatterns, ...codePatterns]
const prose: ReadonlySet<Kind> = new Set<Kind>(['markdown', 'text', 'binary'])

/** Reports what line patterns show in what was not parsed as code. */
export function reviewCodeLines(text: string, kind: Kind, report: Report, { part }: SourceContext): void {
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    for (const piece of piecesOf(line))
      for (const [rule, pattern] of patterns) if (pattern.test(piece)) report(rule, index + 1)
  }
  if (part || kind === 'json' || prose.has(kind)) return
  if (kind === 'shell' && !/^\s{0,8}set\s+-\w*e|errexit/m.test(text)) report('shell/no-errexit', 1)
  if (kind !== 'markup' && lines.length > 600) report('code/long-file', 601)
}
