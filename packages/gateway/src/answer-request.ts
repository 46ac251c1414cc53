import type { AnyGatewayError } from './contract/errors.ts'
import { asGatewayError, failure, statusOf, wireCode } from './contract/failure.ts'
import type { GatewayCore } from './gateway-core.ts'
import type { Exchange } from './http/exchange.ts'
import { describeFailure } from './http/failure-answer.ts'
import { loopbackRefusal } from './http/loopback-guard.ts'
import { guardMessage } from './http/message-guard.ts'
import { openRecord, type RequestRecord, stopRequest } from './http/request-record.ts'
import { answerChat } from './routes/chat-completions.ts'
import { answerCouncil } from './routes/council-route.ts'
import { answerHealth, answerReadiness } from './routes/health-routes.ts'
import { listModels, listPersonas } from './routes/listing-routes.ts'
import { answerMetrics } from './routes/metrics-route.ts'

interface Route {
  readonly method: 'GET' | 'POST'
  readonly answer: (core: GatewayCore, exchange: Exchange, record: RequestRecord) => void | Promise<void>
  /** Answered while the gateway drains. */
  readonly always?: true
}

const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['/v1/chat/completions', { method: 'POST', answer: answerChat }],
  ['/v1/council', { method: 'POST', answer: answerCouncil }],
  ['/v1/personas', { method: 'GET', answer: listPersonas }],
  ['/v1/models', { method: 'GET', answer: listModels }],
  ['/healthz', { method: 'GET', answer: answerHealth, always: true }],
  ['/readyz', { method: 'GET', answer: answerReadiness, always: true }],
  ['/metrics', { method: 'GET', answer: answerMetrics, always: true }],
])

/** Answers one request, whatever it is, and tells of it. Never rejects. */
export async function answerRequest(core: GatewayCore, exchange: Exchange): Promise<void> {
  const record = openRecord(exchange)
  const exit = core.inFlight.enter(() => stopRequest(record, failure('ERR_GATEWAY_SHUTTING_DOWN', {})))
  let problem: AnyGatewayError | undefined
  try {
    const route = findRoute(core, exchange)
    await route.answer(core, exchange, record)
  } catch (error) {
    problem = asGatewayError(error)
    core.audit.tellFailure(problem)
    tellInternal(core, record, problem)
    try {
      answerFailure(exchange, record, problem)
    } catch (unwritable) {
      tellInternal(core, record, asGatewayError(unwritable))
      exchange.reply.abandon()
    }
  } finally {
    exchange.reply.onSettled(exit)
    tellEnd(core, exchange, record, problem)
  }
}

function findRoute(core: GatewayCore, exchange: Exchange): Route {
  guardMessage(exchange)
  const refusal = core.tenants.keyless ? loopbackRefusal(exchange) : undefined
  if (refusal !== undefined) throw refusal
  const route = ROUTES.get(exchange.path)
  if (route === undefined) throw failure('ERR_GATEWAY_NOT_FOUND', {})
  const method = exchange.method === 'HEAD' ? 'GET' : exchange.method
  if (method !== route.method)
    throw failure('ERR_GATEWAY_METHOD_NOT_ALLOWED', {
      allow: route.method === 'GET' ? 'GET, HEAD' : route.method,
    })
  if (core.inFlight.draining && !route.always) throw failure('ERR_GATEWAY_SHUTTING_DOWN', {})
  return route
}

/** Says what happened, unless an answer is under way or nobody is there to read it. */
function answerFailure({ reply }: Exchange, record: RequestRecord, problem: AnyGatewayError): void {
  if (reply.opened) return
  const { status, headers, body, reasonPhrase } = describeFailure(problem)
  const all = ['Content-Type', 'application/json', 'X-Request-Id', record.requestId, ...headers]
  reply.send(status, all, body, reasonPhrase)
}

/** Tells of a failure that nobody but the gateway has caused. */
function tellInternal(
  { emit }: GatewayCore,
  { requestId }: RequestRecord,
  { code, detail }: AnyGatewayError,
): void {
  if (code !== 'ERR_GATEWAY_INTERNAL') return
  emit({ type: 'internal_error', severity: 'sev-2', requestId, name: detail.name })
}

function tellEnd(
  { metrics, emit }: GatewayCore,
  exchange: Exchange,
  record: RequestRecord,
  problem: AnyGatewayError | undefined,
): void {
  const route = ROUTES.has(exchange.path) ? exchange.path : 'other'
  const status = problem === undefined ? record.status : statusOf(problem)
  const code = problem === undefined ? null : wireCode(problem.code)
  metrics.countRequest(route, status, code, record.fencedParts)
  emit({
    type: 'request_end',
    requestId: record.requestId,
    route,
    status,
    code,
    tenant: record.tenant,
    personaHandle: record.personaHandle,
    upstream: record.upstream,
    stream: record.stream,
    fencedParts: record.fencedParts,
    durationMs: Math.round((performance.now() - record.startedAt) * 100) / 100,
    traceId: record.traceId,
  })
}
