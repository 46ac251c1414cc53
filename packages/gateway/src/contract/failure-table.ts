import type { GatewayErrorCode } from './errors.ts'

interface Failure {
  /** HTTP status; 499 is for rows and metrics: nobody is there to read it. */
  readonly status: number
  readonly type: string
  readonly message: string
}

const request = 'invalid_request_error'
const upstream = 'upstream_error'
const server = 'server_error'

/** How each failure looks on the wire. The wire's code is the error's, without `ERR_GATEWAY_`, in lower case. */
export const FAILURES: Readonly<Record<GatewayErrorCode, Failure>> = {
  ERR_GATEWAY_UNKNOWN_PERSONA: { status: 400, type: request, message: 'The persona is not registered.' },
  ERR_GATEWAY_PERSONA_TAMPERED: {
    status: 503,
    type: server,
    message: 'The persona does not match its seal.',
  },
  ERR_GATEWAY_INVALID_PERSONA_HANDLE: {
    status: 400,
    type: request,
    message: 'The persona is not named as id@MAJOR.MINOR.PATCH.',
  },
  ERR_GATEWAY_MISSING_AGENT_PERSONA: { status: 400, type: request, message: 'The request names no persona.' },
  ERR_GATEWAY_CONFLICTING_PERSONA: {
    status: 400,
    type: request,
    message: 'Body and header name different personas.',
  },
  ERR_GATEWAY_PERSONA_NOT_ALLOWED: {
    status: 403,
    type: request,
    message: 'The tenant may not use this persona.',
  },
  ERR_GATEWAY_AUDIT_UNAVAILABLE: {
    status: 500,
    type: server,
    message: 'An audit row could not be written, so the request was given up.',
  },
  ERR_GATEWAY_PERSONA_UNAVAILABLE: { status: 503, type: server, message: 'The persona could not be read.' },
  ERR_GATEWAY_INVALID_JSON: {
    status: 400,
    type: request,
    message: 'The body is not one JSON object in UTF-8.',
  },
  ERR_GATEWAY_INVALID_REQUEST: {
    status: 400,
    type: request,
    message: 'A field of the request is not of its form.',
  },
  ERR_GATEWAY_UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    type: request,
    message: 'Send application/json without a content encoding.',
  },
  ERR_GATEWAY_REQUEST_TOO_LARGE: {
    status: 413,
    type: request,
    message: 'The body is larger than this gateway accepts.',
  },
  ERR_GATEWAY_REQUEST_BODY_ALREADY_READ: {
    status: 500,
    type: server,
    message: 'Something in front of the gateway has read the body: mount the gateway before body parsers.',
  },
  ERR_GATEWAY_INVALID_API_KEY: {
    status: 401,
    type: request,
    message: 'The API key is missing or not known.',
  },
  ERR_GATEWAY_LOOPBACK_ONLY: {
    status: 403,
    type: request,
    message: 'Without API keys only this machine is served.',
  },
  ERR_GATEWAY_HOST_NOT_ALLOWED: {
    status: 403,
    type: request,
    message: 'Without API keys the Host header must name this machine.',
  },
  ERR_GATEWAY_ORIGIN_NOT_ALLOWED: {
    status: 403,
    type: request,
    message: 'Without API keys pages of other origins are refused.',
  },
  ERR_GATEWAY_NOT_FOUND: { status: 404, type: request, message: 'There is nothing at this path.' },
  ERR_GATEWAY_METHOD_NOT_ALLOWED: {
    status: 405,
    type: request,
    message: 'This path does not answer that method.',
  },
  ERR_GATEWAY_RATE_LIMITED: {
    status: 429,
    type: 'rate_limit_error',
    message: 'The tenant is over its limit.',
  },
  ERR_GATEWAY_SHUTTING_DOWN: { status: 503, type: server, message: 'The gateway is shutting down.' },
  ERR_GATEWAY_UPSTREAM_UNREACHABLE: {
    status: 502,
    type: upstream,
    message: 'The connection to the upstream failed.',
  },
  ERR_GATEWAY_UPSTREAM_ERROR: {
    status: 502,
    type: upstream,
    message: 'The upstream answered with an error.',
  },
  ERR_GATEWAY_UPSTREAM_AUTH_FAILED: {
    status: 502,
    type: upstream,
    message: "The upstream refused the gateway's credentials.",
  },
  ERR_GATEWAY_UPSTREAM_REDIRECT: {
    status: 502,
    type: upstream,
    message: 'The upstream answered with a redirect; none is followed.',
  },
  ERR_GATEWAY_UPSTREAM_RATE_LIMITED: {
    status: 503,
    type: upstream,
    message: 'The upstream is over its rate limit.',
  },
  ERR_GATEWAY_UPSTREAM_TIMEOUT: {
    status: 504,
    type: upstream,
    message: 'The upstream did not answer in time.',
  },
  ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE: {
    status: 502,
    type: upstream,
    message: "The upstream's answer is not a chat completion.",
  },
  ERR_GATEWAY_UPSTREAM_RESPONSE_TOO_LARGE: {
    status: 502,
    type: upstream,
    message: "The upstream's answer is larger than this gateway accepts.",
  },
  ERR_GATEWAY_UPSTREAM_STREAM_CUT: {
    status: 502,
    type: upstream,
    message: 'The upstream ended its stream before it was complete.',
  },
  ERR_GATEWAY_UPSTREAM_REJECTED: { status: 400, type: request, message: 'The upstream refused the request.' },
  ERR_GATEWAY_CLIENT_CLOSED: { status: 499, type: request, message: 'The caller went away.' },
  ERR_GATEWAY_COUNCIL_INPUT_TOO_LARGE: {
    status: 413,
    type: request,
    message: 'The content is larger than the council accepts.',
  },
  ERR_GATEWAY_COUNCIL_UNAVAILABLE: { status: 503, type: server, message: 'The council came to no verdict.' },
  ERR_GATEWAY_INTERNAL: { status: 500, type: server, message: 'The gateway failed.' },
}
