import { type AuditKind, type AuditPayloads, auditPayload } from './audit-rows.ts'
import type { GatewayListener } from './events.ts'
import { failure } from './failure-table.ts'
import type { AuditSink } from './ports.ts'

/** Writes the gateway's rows. */
export interface AuditLog {
  /** False after a row could not be written. */
  readonly writable: boolean
  /**
   * Resolves when the row is on disk.
   *
   * @throws `ERR_GATEWAY_AUDIT_UNAVAILABLE`.
   */
  append<K extends AuditKind>(kind: K, fields: AuditPayloads[K]): Promise<void>
  head(): { readonly chain: string; readonly seq: number } | undefined
}

/** Returns the writer of rows whose kinds begin with `prefix`. */
export function createAuditLog(sink: AuditSink, prefix: string, emit: GatewayListener): AuditLog {
  let writable = true
  return {
    get writable() {
      return writable
    },
    async append(kind, fields) {
      try {
        await sink.append(`${prefix}.${kind}`, auditPayload(kind, fields))
        writable = true
      } catch {
        writable = false
        const requestId = fields.request_id
        emit({ type: 'audit_unavailable', severity: 'sev-1', requestId })
        throw failure('ERR_GATEWAY_AUDIT_UNAVAILABLE', { requestId })
      }
    },
    head() {
      try {
        return sink.head()
      } catch {
        return undefined
      }
    },
  }
}
