import { randomUUID } from 'node:crypto'
import type { Exchange } from './exchange.ts'

const VALID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/
/** W3C Trace Context §3.2.2: version ff and ids of zeros are invalid. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/
/** §3.3.1: printable ASCII; Node reads a header as Latin-1, and other letters would go out as others. */
const TRACESTATE = /^[\t\x20-\x7e]+$/

/** Returns the caller's `X-Request-Id` when it is 1 to 128 of `A-Z a-z 0-9 . _ -`, the first a letter or digit, else a fresh one. */
export function requestIdOf(exchange: Exchange): string {
  const given = exchange.header('x-request-id')
  return given !== undefined && VALID.test(given) ? given : `req_${randomUUID().replaceAll('-', '')}`
}

/** Returns the W3C trace context of a request, or nothing when it has none or not a valid one. */
export function traceContextOf(exchange: Exchange): TraceContext | undefined {
  const traceparent = exchange.header('traceparent')
  const traceId = traceparent === undefined ? undefined : TRACEPARENT.exec(traceparent)?.[1]
  if (traceparent === undefined || traceId === undefined) return undefined
  const tracestate = exchange.header('tracestate')
  return {
    traceparent,
    tracestate: tracestate && TRACESTATE.test(tracestate) ? tracestate : undefined,
    traceId,
  }
}

export interface TraceContext {
  readonly traceparent: string
  readonly tracestate: string | undefined
  readonly traceId: string
}
