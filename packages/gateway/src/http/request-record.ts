import type { AnyGatewayError } from '../contract/errors.ts'
import type { Exchange } from './exchange.ts'
import { requestIdOf, type TraceContext, traceContextOf } from './request-id.ts'

/** What is known of one request so far: filled on its way, told at its end. */
export interface RequestRecord {
  readonly requestId: string
  readonly trace: TraceContext | undefined
  readonly startedAt: number
  tenant: string | null
  /** The handle that was asked for, in the caller's words. */
  requestedHandle: string | null
  /** The handle of the persona that was loaded, in the registry's words. */
  personaHandle: string | null
  upstream: string | null
  /** Status of an answer that is no failure. */
  status: number
  stream: boolean
  fencedParts: number
  /**
   * What runs for this request. An object, not a function: V8 kept the whole request until the next full collection
   * when a closure was put in the place of another one here.
   */
  running: { abort(reason: AnyGatewayError): void } | undefined
}

export function openRecord(exchange: Exchange): RequestRecord {
  return {
    requestId: requestIdOf(exchange),
    trace: traceContextOf(exchange),
    startedAt: performance.now(),
    tenant: null,
    requestedHandle: null,
    personaHandle: null,
    upstream: null,
    status: 200,
    stream: false,
    fencedParts: 0,
    running: undefined,
  }
}
