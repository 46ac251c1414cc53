import {
  type AnyGatewayError,
  GatewayError,
  type GatewayErrorCode,
  type GatewayErrorDetail,
} from './errors.ts'
import { FAILURES } from './failure-table.ts'

/** Returns an error with the table's sentence for its code. */
export function failure<C extends GatewayErrorCode>(
  code: C,
  detail: GatewayErrorDetail[C],
): GatewayError<C> & AnyGatewayError {
  return new GatewayError(code, FAILURES[code].message, detail) as GatewayError<C> & AnyGatewayError
}

/** Returns the refusal of one field; `param` names it by its path (`messages[1].content[0].label`), never by a text of the caller. */
export function invalid(param: string, expected: string): Error {
  return failure('ERR_GATEWAY_INVALID_REQUEST', { param, expected })
}

/** Returns `value` when it is one of ours, else the internal error, of which the class is all that a foreign error tells. */
export function asGatewayError(value: unknown): AnyGatewayError {
  if (GatewayError.isInstance(value)) return value
  const name = value instanceof Error ? String(value.name).slice(0, 64) : typeof value
  return failure('ERR_GATEWAY_INTERNAL', { name })
}

/** Returns the code as callers, rows, metrics and logs see it: `ERR_GATEWAY_UNKNOWN_PERSONA` is `unknown_persona`. */
export function wireCode(code: GatewayErrorCode): string {
  return code.slice('ERR_GATEWAY_'.length).toLowerCase()
}

/** Returns the HTTP status with which the failure is answered. */
export function statusOf(error: AnyGatewayError): number {
  return error.code === 'ERR_GATEWAY_UPSTREAM_REJECTED' ? error.detail.status : FAILURES[error.code].status
}
