import type { AnyGatewayError } from '../contract/errors.ts'
import { failure } from '../contract/failure.ts'
import type { Exchange } from './exchange.ts'
import { requestIdOf, type TraceContext, traceContextOf } from './request-id.ts'

/** What is known of one request so far: filled on its way, told at its end. */
export interface RequestRecord {
  readonly requestId: string
  readonly trace: TraceContext | undefined
  /** Of the caller's trace. */
  readonly traceId: string | null
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
   * What runs for this request. It is an object because closures were seen to leak: each time one replaced another here,
   * V8 kept the whole request in memory until the next full collection.
   */
  running: Work | undefined
  /** Why the request has to end, once it has to. */
  stopped: AnyGatewayError | undefined
}

/** What can be ended before its time. */
interface Work {
  abort(reason: AnyGatewayError): void
}

export function openRecord(exchange: Exchange): RequestRecord {
  const trace = traceContextOf(exchange)
  return {
    requestId: requestIdOf(exchange),
    trace,
    traceId: trace?.traceId ?? null,
    startedAt: performance.now(),
    tenant: null,
    requestedHandle: null,
    personaHandle: null,
    upstream: null,
    status: 200,
    stream: false,
    fencedParts: 0,
    running: undefined,
    stopped: undefined,
  }
}

/** Puts what runs now in the place of what ran before; a request that was stopped in between ends here. */
export function startWork(record: RequestRecord, work: Work): void {
  record.running = work
  if (record.stopped !== undefined) work.abort(record.stopped)
}

/** Ends what runs for a request, and whatever it starts from now on. */
export function stopRequest(record: RequestRecord, reason: AnyGatewayError): void {
  record.stopped = reason
  record.running?.abort(reason)
}

/** Returns the whole body as {@link Exchange.readBody} does, or rejects as soon as the request is stopped. */
export function readBody(exchange: Exchange, record: RequestRecord, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    startWork(record, { abort: reject })
    // What says of itself that it is too large need not be held to see it.
    const length = Number(exchange.header('content-length') ?? 0)
    if (length > maxBytes) reject(failure('ERR_GATEWAY_REQUEST_TOO_LARGE', { maxBytes }))
    else exchange.readBody(maxBytes).then(resolve, reject)
  })
}
