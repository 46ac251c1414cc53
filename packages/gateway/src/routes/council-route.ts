import { asGatewayError, failure, invalid, wireCode } from '../contract/failure.ts'
import type { Council } from '../contract/ports.ts'
import type { GatewayCore } from '../gateway-core.ts'
import { admitCaller } from '../http/admit-caller.ts'
import { EVENT_STREAM_HEADERS } from '../http/event-stream-headers.ts'
import type { Exchange } from '../http/exchange.ts'
import { openAiBody } from '../http/failure-answer.ts'
import { type RequestRecord, startWork } from '../http/request-record.ts'
import { sendJson } from '../http/send-json.ts'
import type { Caller } from '../http/tenants.ts'
import { parseJsonObject } from '../protocol/parse-json-object.ts'

type CouncilMode = Parameters<Council>[0]

interface CouncilRequest {
  readonly mode: CouncilMode
  readonly content: string
  readonly stream: boolean
}

/** Answers `POST /v1/council`: the report as JSON, or, with `"stream": true`, events of its progress and then the report. */
export async function answerCouncil(
  core: GatewayCore,
  exchange: Exchange,
  record: RequestRecord,
): Promise<void> {
  const { council } = core
  if (council === undefined) throw failure('ERR_GATEWAY_NOT_FOUND', {})
  await admitCaller(core, exchange, record, async (caller, body) => {
    const request = readCouncilRequest(body)
    record.stream = request.stream
    await appendCouncil(core, record, caller, request, 'started', null)
    await runCouncil(core, council, exchange, record, caller, request)
  })
}

async function runCouncil(
  core: GatewayCore,
  council: Council,
  exchange: Exchange,
  record: RequestRecord,
  caller: Caller,
  { mode, content, stream }: CouncilRequest,
): Promise<void> {
  const { reply } = exchange
  const stop = new AbortController()
  startWork(record, stop)
  reply.onGone(() => stop.abort(failure('ERR_GATEWAY_CLIENT_CLOSED', {})))
  if (stream) reply.open(200, [...EVENT_STREAM_HEADERS, 'X-Request-Id', record.requestId])
  let running = true
  const send = (type: string, data: object): void => {
    // A seat that was given up may tell of its end when nobody reads any more.
    if (running) reply.write(eventText(type, data))
  }
  const request = { mode, content, stream }
  try {
    const onEvent = stream ? (event: { readonly type: string }) => send(event.type, event) : () => {}
    const report = await council(mode, content, { signal: stop.signal, onEvent })
    await appendCouncil(core, record, caller, request, 'finished', null)
    if (!stream) return sendJson(exchange, record, 200, report)
    send('report', report)
    running = false
    reply.end()
  } catch (error) {
    const known = stop.signal.aborted ? asGatewayError(stop.signal.reason) : councilFailure(error)
    running = false
    // First, since the row may be what failed.
    if (stream) reply.cut(eventText('error', openAiBody(known)))
    await appendCouncil(core, record, caller, request, 'failed', wireCode(known.code))
    throw known
  }
}

/** A type of several lines would be fields of its own. */
function eventText(type: string, data: object): string {
  return `event: ${type.replace(/[\r\n]/g, '')}\ndata: ${JSON.stringify(data)}\n\n`
}

function readCouncilRequest(body: Buffer): CouncilRequest {
  const { mode, content, stream = false } = parseJsonObject(body)
  if (mode !== 'code-review' && mode !== 'design' && mode !== 'analysis') {
    throw invalid('mode', 'code-review, design or analysis')
  }
  if (typeof content !== 'string' || content === '') throw invalid('content', 'a non-empty string')
  if (typeof stream !== 'boolean') throw invalid('stream', 'a boolean')
  return { mode, content, stream }
}

/** What a council rejects with is known by its code alone; whatever else it says stays inside. */
function councilFailure(error: unknown): ReturnType<typeof asGatewayError> {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code === 'ERR_MAGI_INPUT_TOO_LARGE') return failure('ERR_GATEWAY_COUNCIL_INPUT_TOO_LARGE', {})
  if (typeof code === 'string' && /^ERR_(?:MAGI|PROMPT)_/.test(code)) {
    return failure('ERR_GATEWAY_COUNCIL_UNAVAILABLE', {})
  }
  return asGatewayError(error)
}

function appendCouncil(
  core: GatewayCore,
  { requestId, traceId }: RequestRecord,
  { name: tenant }: Caller,
  { mode, content }: CouncilRequest,
  phase: 'started' | 'finished' | 'failed',
  reason: string | null,
): Promise<void> {
  return core.audit.append('council', {
    persona_handle: null,
    request_id: requestId,
    trace_id: traceId,
    tenant,
    mode,
    input_bytes: Buffer.byteLength(content),
    phase,
    reason,
  })
}
