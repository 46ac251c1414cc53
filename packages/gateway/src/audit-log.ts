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
  /**
   * Writes a row that nobody waits for: with the next one that somebody does wait for, so that both cost one sync, or
   * after 20 ms. A log that cannot take it is told as an event, and refuses the next request.
   */
  appendLater<K extends AuditKind>(kind: K, fields: AuditPayloads[K]): void
  /** Hands over what still waits. */
  flush(): void
  head(): { readonly chain: string; readonly seq: number } | undefined
}

/** Longest wait of a row that nobody waits for, in milliseconds. */
const LATER_MS = 20

/** Returns the writer of rows whose kinds begin with `prefix`. */
export function createAuditLog(sink: AuditSink, prefix: string, emit: GatewayListener): AuditLog {
  let writable = true
  let later: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined

  const write = async <K extends AuditKind>(kind: K, fields: AuditPayloads[K]): Promise<void> => {
    try {
      await sink.append(`${prefix}.${kind}`, auditPayload(kind, fields))
      writable = true
    } catch {
      writable = false
      const requestId = fields.request_id
      emit({ type: 'audit_unavailable', severity: 'sev-1', requestId })
      throw failure('ERR_GATEWAY_AUDIT_UNAVAILABLE', { requestId })
    }
  }
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const rows = later
    later = []
    for (const row of rows) row()
  }

  return {
    get writable() {
      return writable
    },
    append(kind, fields) {
      if (later.length > 0) flush()
      return write(kind, fields)
    },
    appendLater(kind, fields) {
      later.push(() => {
        write(kind, fields).catch(() => {})
      })
      timer ??= setTimeout(flush, LATER_MS)
    },
    flush,
    head() {
      try {
        return sink.head()
      } catch {
        return undefined
      }
    },
  }
}
