import { AuditError, type AuditErrorCode } from '../contract/errors.ts'

/** Steps that a message lists; a cycle has as many as may be nested. */
const MAX_LISTED = 8

/**
 * Why a value of a payload is refused. On its way out each container adds where the value stood in it, so that a payload
 * without a fault pays nothing for the place of one.
 */
export class PayloadFault {
  readonly #reason: string
  readonly #code: AuditErrorCode
  /** From the value that is refused outwards. */
  readonly #steps: string[] = []

  constructor(reason: string, code: AuditErrorCode = 'ERR_AUDIT_PAYLOAD') {
    this.#reason = reason
    this.#code = code
  }

  /** Returns the fault behind whatever was thrown: the error of a getter may quote anything, so it is not passed on. */
  static of(error: unknown): PayloadFault {
    return error instanceof PayloadFault ? error : new PayloadFault('could not be read')
  }

  /** Adds a step: by position, because a name may be what must not be logged, such as the token that a map is keyed by. */
  within(container: 'member' | 'item', index: number): this {
    this.#steps.push(`${container} ${index + 1}`)
    return this
  }

  toError(): AuditError {
    return new AuditError(this.#code, `the payload ${this.#reason}${this.#place()}`)
  }

  #place(): string {
    const steps = this.#steps.toReversed()
    // Where the limit on the whole was passed says nothing of what is too long.
    if (steps.length === 0 || this.#code === 'ERR_AUDIT_PAYLOAD_TOO_LARGE') return ''
    const cut = steps.length > MAX_LISTED ? [`… ${steps.length} levels down`] : []
    return ` (${[...steps.slice(0, MAX_LISTED), ...cut].join(', ')})`
  }
}
