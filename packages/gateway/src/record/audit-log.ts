import type { AnyGatewayError } from '../contract/errors.ts'
import { asGatewayError, failure } from '../contract/failure.ts'
import type { AuditSink } from '../contract/ports.ts'
import { type AuditKind, type AuditPayloads, auditPayload } from './audit-rows.ts'
import type { GatewayListener } from './events.ts'

/** Longest wait of a row that nobody waits for, in milliseconds. */
const LATER_MS = 20

/** Longest wait of `drain` for a sink, in milliseconds: one that never settles must not hold up the end. */
const DRAIN_MS = 1_000

/** Most turns of the event loop for which a row waits so that those of other requests share its sync. */
const MAX_TURNS = 8

/**
 * Writes the gateway's rows, whose kinds begin with a prefix. While each turn of the event loop brings further rows, they
 * are gathered: half as many syncs save more time than the wait takes. The row of a request that is alone, as
 * `openRequests` tells, goes at once.
 */
export class AuditLog {
  readonly #sink: AuditSink
  readonly #prefix: string
  readonly #emit: GatewayListener
  readonly #openRequests: () => number
  #writable = true
  #rows: (() => void)[] = []
  #gathering: NodeJS.Immediate | undefined
  #timer: NodeJS.Timeout | undefined
  #underWay = 0
  #onIdle: (() => void) | undefined

  constructor(sink: AuditSink, prefix: string, emit: GatewayListener, openRequests: () => number) {
    this.#sink = sink
    this.#prefix = prefix
    this.#emit = emit
    this.#openRequests = openRequests
  }

  /** False when the last row could not be written. Whether a log takes further ones then is for it to say. */
  get writable(): boolean {
    return this.#writable
  }

  /**
   * Resolves when the row is on disk.
   *
   * @throws `ERR_GATEWAY_AUDIT_UNAVAILABLE`.
   */
  append<K extends AuditKind>(kind: K, fields: AuditPayloads[K]): Promise<void> {
    if (this.#openRequests() === 1) {
      this.flush()
      return this.#write(kind, fields)
    }
    this.#gathering ??= setImmediate(this.#gather, 0, 1)
    return new Promise((resolve) => {
      this.#rows.push(() => resolve(this.#write(kind, fields)))
    })
  }

  /**
   * Writes a row that nobody waits for: with the next one that somebody does wait for, so that both cost one sync, or
   * after 20 ms. A log that cannot take it is told as an event.
   */
  appendLater<K extends AuditKind>(kind: K, fields: AuditPayloads[K]): void {
    this.#rows.push(() => {
      this.#write(kind, fields).catch((error: unknown) => this.tellFailure(asGatewayError(error)))
    })
    this.#timer ??= setTimeout(() => this.flush(), LATER_MS)
  }

  /** Tells of a request that failed because of the log: once, however many of its rows could not be written. */
  tellFailure(problem: AnyGatewayError): void {
    if (problem.code !== 'ERR_GATEWAY_AUDIT_UNAVAILABLE') return
    this.#emit({ type: 'audit_unavailable', severity: 'sev-1', ...problem.detail })
  }

  /** Hands over what still waits. */
  flush(): void {
    clearTimeout(this.#timer)
    clearImmediate(this.#gathering)
    this.#timer = undefined
    this.#gathering = undefined
    const gathered = this.#rows
    this.#rows = []
    for (const row of gathered) row()
  }

  /** Resolves when every row has been written, or has failed, and after a second in any case. */
  async drain(): Promise<void> {
    let late = false
    const timer = setTimeout(() => {
      late = true
      this.#onIdle?.()
    }, DRAIN_MS)
    this.flush()
    while (this.#underWay > 0 && !late) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve
      })
      this.flush()
    }
    clearTimeout(timer)
  }

  head(): { readonly chain: string; readonly seq: number } | undefined {
    try {
      return this.#sink.head()
    } catch {
      return undefined
    }
  }

  readonly #gather = (seen: number, turns: number): void => {
    const { length } = this.#rows
    if (length === seen || turns === MAX_TURNS) this.flush()
    else this.#gathering = setImmediate(this.#gather, length, turns + 1)
  }

  async #write<K extends AuditKind>(kind: K, fields: AuditPayloads[K]): Promise<void> {
    this.#underWay += 1
    try {
      await this.#sink.append(`${this.#prefix}.${kind}`, auditPayload(kind, fields))
      this.#writable = true
    } catch (error) {
      this.#writable = false
      throw failure('ERR_GATEWAY_AUDIT_UNAVAILABLE', {
        requestId: fields.request_id,
        reason: reasonOf(error),
      })
    } finally {
      this.#underWay -= 1
      if (this.#underWay === 0) this.#onIdle?.()
    }
  }
}

function reasonOf(error: unknown): string | null {
  return (error instanceof Error ? codeOf(error.cause) : null) ?? codeOf(error)
}

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^E[A-Z0-9_]{1,63}$/.test(code) ? code : null
}
