import type { UnreachableReason } from '../contract/errors.ts'

/** Codes of the system, of Node's TLS and of undici; what OpenSSL says about certificates has no common prefix. */
const REASONS: readonly [RegExp, UnreachableReason][] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/^(?:ENOTFOUND|EAI_)/, 'dns'],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/, 'reset'],
  [/^E(?:HOST|NET)(?:UNREACH|DOWN)$|^EADDRNOTAVAIL$/, 'no-route'],
  [/^ETIMEDOUT$/, 'timeout'],
  [
    /^EPROTO$|^ERR_(?:TLS|SSL)_|CERT|CRL|^(?:HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED)$/,
    'tls',
  ],
]

/** Returns the reason that an error's code stands for; what else the error says may quote anything. */
export function unreachableReason(code: string): UnreachableReason {
  return REASONS.find(([codes]) => codes.test(code))?.[1] ?? 'other'
}
