import { AuditError } from '../contract/errors.ts'

/** Dotted lower-case words. */
export const KIND_PATTERN: RegExp = /^(?=.{1,128}$)[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/

/** First row of each segment: what it continues from, and where the other chains stood. */
export const SEGMENT_KIND = 'chain.segment'

/** Last row of each batch of a signed log: an Ed25519 signature over the head before it. */
export const SIGNATURE_KIND = 'chain.signature'

/**
 * Refuses a kind that a caller may not write.
 *
 * @throws {@link AuditError} `ERR_AUDIT_KIND`.
 */
export function assertKind(kind: string): void {
  if (typeof kind !== 'string' || !KIND_PATTERN.test(kind)) {
    throw new AuditError(
      'ERR_AUDIT_KIND',
      '"kind" expected dotted words of a-z, 0-9 and _ (ai.tool_refused), at most 128 characters',
    )
  }
  if (kind.startsWith('chain.'))
    throw new AuditError('ERR_AUDIT_KIND', '"kind" is one of the log itself (chain.*)')
}
