import type { AnyGatewayError } from '../contract/errors.ts'
import { statusOf, wireCode } from '../contract/failure.ts'
import { FAILURES } from '../contract/failure-table.ts'

export interface FailureAnswer {
  readonly status: number
  /** The code in upper case, so that a log of status lines tells what happened. */
  readonly reasonPhrase: string
  readonly headers: readonly string[]
  readonly body: string
}

/** Returns what a caller gets for a failure before the first byte of an answer. */
export function describeFailure(error: AnyGatewayError): FailureAnswer {
  return {
    status: statusOf(error),
    reasonPhrase: wireCode(error.code).toUpperCase(),
    headers: headersOf(error),
    body: JSON.stringify(flatBody(error) ?? openAiBody(error)),
  }
}

/** Returns the error object of the OpenAI protocol; also what a stream carries when it fails midway. */
export function openAiBody(error: AnyGatewayError): object {
  if (error.code === 'ERR_GATEWAY_UPSTREAM_REJECTED') return { error: error.detail.rejection }
  const { type, message } = FAILURES[error.code]
  const param = error.code === 'ERR_GATEWAY_INVALID_REQUEST' ? error.detail.param : null
  const sentence =
    error.code === 'ERR_GATEWAY_INVALID_REQUEST'
      ? `"${error.detail.param}" expected ${error.detail.expected}.`
      : message
  return { error: { message: sentence, type, code: wireCode(error.code), param } }
}

/** The persona contract's own bodies are flat. */
function flatBody(failure: AnyGatewayError): object | undefined {
  const error = wireCode(failure.code)
  switch (failure.code) {
    case 'ERR_GATEWAY_UNKNOWN_PERSONA':
      return {
        error,
        agent_persona: failure.detail.agentPersona,
        available_handles: failure.detail.availableHandles,
      }
    case 'ERR_GATEWAY_PERSONA_TAMPERED':
      return { error, handle: failure.detail.handle, contact: failure.detail.contact }
    case 'ERR_GATEWAY_INVALID_PERSONA_HANDLE':
      return { error, agent_persona: failure.detail.agentPersona }
    case 'ERR_GATEWAY_PERSONA_NOT_ALLOWED':
      return { error, allowed: failure.detail.allowed }
    case 'ERR_GATEWAY_AUDIT_UNAVAILABLE':
      return { error, request_id: failure.detail.requestId }
    case 'ERR_GATEWAY_PERSONA_UNAVAILABLE':
      return { error, handle: failure.detail.handle }
    case 'ERR_GATEWAY_MISSING_AGENT_PERSONA':
    case 'ERR_GATEWAY_CONFLICTING_PERSONA':
      return { error }
    default:
      return undefined
  }
}

function headersOf(error: AnyGatewayError): string[] {
  switch (error.code) {
    case 'ERR_GATEWAY_INVALID_API_KEY':
      return ['WWW-Authenticate', 'Bearer']
    case 'ERR_GATEWAY_METHOD_NOT_ALLOWED':
      return ['Allow', error.detail.allow]
    case 'ERR_GATEWAY_RATE_LIMITED':
    case 'ERR_GATEWAY_UPSTREAM_RATE_LIMITED':
      return error.detail.retryAfterSeconds === undefined
        ? []
        : ['Retry-After', String(error.detail.retryAfterSeconds)]
    case 'ERR_GATEWAY_SHUTTING_DOWN':
      return ['Connection', 'close']
    default:
      return []
  }
}
