import { failure } from '../contract/failure-table.ts'
import type { AuditSink } from '../contract/ports.ts'
import { type AuditKind, type AuditPayloads, auditPayload } from './audit-rows.ts'
import type { GatewayListener } from './events.ts'

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

/** Most turns of the event loop for which a row waits so that those of other requests share its sync. */
const MAX_TURNS = 8

/**
 * Returns the writer of rows whose kinds begin with `prefix`. While each turn of the event loop brings further rows, they
 * are gathered: half as many syncs save more time than the wait takes. The row of a request that is alone, as
 * `openRequests` tells, goes at once.
 */
export function createAuditLog(
  sink: AuditSink,
  prefix: string,
  emit: GatewayListener,
  openRequests: () => number,
): AuditLog {
  let writable = true
  let rows: (() => void)[] = []
  let gathering: NodeJS.Immediate | undefined
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
    clearImmediate(gathering)
    timer = undefined
    gathering = undefined
    const gathered = rows
    rows = []
    for (const row of gathered) row()
  }
  const gather = (seen: number, turns: number): void => {
    const { length } = rows
    if (length === seen || turns === MAX_TURNS) flush()
    else gathering = setImmediate(gather, length, turns + 1)
  }

  return {
    get writable() {
      return writable
    },
    append(kind, fields) {
      if (openRequests() === 1) {
        flush()
        return write(kind, fields)
      }
      gathering ??= setImmediate(gather, 0, 1)
      return new Promise((resolve) => {
        rows.push(() => resolve(write(kind, fields)))
      })
    },
    appendLater(kind, fields) {
      rows.push(() => {
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
