import { createHash } from 'node:crypto'
import { GatewayError, type GatewayErrorCode } from '@cordon/gateway'
import type { ScriptedAnswer } from '@cordon/gateway/testing'
import { beforeEach, expect, test, vi } from 'vitest'
import { asGatewayError, failure, invalid } from '../src/contract/failure.ts'
import { FAILURES } from '../src/contract/failure-table.ts'
import { askClerk, CLERK, startForTest, type TestGateway, type TestOptions } from './start-gateway.ts'

// What a gateway throws stays inside of it: the functions run as they are, and their results are looked at.
vi.mock('../src/contract/failure.ts', { spy: true })
beforeEach(() => vi.clearAllMocks())

const CANARY = 'canary-7f3a'
const chatPath = '/v1/chat/completions'

interface Case {
  readonly code: GatewayErrorCode
  readonly start?: TestOptions
  readonly answer?: ScriptedAnswer
  readonly fields?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly init?: RequestInit
  readonly url?: string
  readonly before?: (gateway: TestGateway, request: Request) => unknown
}

const keyHash = createHash('sha256').update(CANARY).digest('hex')
const keyed = (tenant: object): TestOptions => ({ options: { tenants: [{ name: 't', keyHash, ...tenant }] } })
const bearer = { authorization: `Bearer ${CANARY}` }
const answered = (status: number): ScriptedAnswer => ({
  kind: 'whole',
  status,
  headers: { location: `/${CANARY}` },
  body: { error: { message: CANARY, code: CANARY } },
})
const council = (code: string): Case => ({
  code: `ERR_GATEWAY_${code}` as GatewayErrorCode,
  url: '/v1/council',
  fields: { mode: 'design', content: CANARY },
  start: {
    options: { council: () => Promise.reject(Object.assign(new Error(CANARY), { code: MAGI_CODES[code] })) },
  },
})
const MAGI_CODES: Readonly<Record<string, string>> = {
  COUNCIL_INPUT_TOO_LARGE: 'ERR_MAGI_INPUT_TOO_LARGE',
  COUNCIL_UNAVAILABLE: 'ERR_MAGI_QUORUM',
}

const CASES: readonly Case[] = [
  { code: 'ERR_GATEWAY_UNKNOWN_PERSONA', fields: { agent_persona: `${CANARY}@1.0.0` } },
  {
    code: 'ERR_GATEWAY_PERSONA_TAMPERED',
    start: { integrity: 'sealed' },
    before: (gateway) => gateway.writePersona(CLERK, CANARY),
  },
  { code: 'ERR_GATEWAY_INVALID_PERSONA_HANDLE', fields: { agent_persona: `${CANARY} as a handle` } },
  { code: 'ERR_GATEWAY_MISSING_AGENT_PERSONA', fields: { agent_persona: null } },
  { code: 'ERR_GATEWAY_CONFLICTING_PERSONA', headers: { 'x-agent-persona': CANARY } },
  { code: 'ERR_GATEWAY_PERSONA_NOT_ALLOWED', start: keyed({ allowedPersonas: [] }), headers: bearer },
  {
    code: 'ERR_GATEWAY_AUDIT_UNAVAILABLE',
    start: { append: () => Promise.reject(Object.assign(new Error(CANARY), { code: CANARY })) },
  },
  {
    code: 'ERR_GATEWAY_PERSONA_UNAVAILABLE',
    start: {
      options: {
        personas: {
          integrity: 'live',
          handles: () => [CLERK],
          load: () => {
            throw new Error(CANARY)
          },
        },
      },
    },
  },
  { code: 'ERR_GATEWAY_INVALID_JSON', init: { body: `{"${CANARY}": ` } },
  { code: 'ERR_GATEWAY_INVALID_REQUEST', fields: { llm_hints: { [CANARY]: CANARY } } },
  { code: 'ERR_GATEWAY_UNSUPPORTED_MEDIA_TYPE', headers: { 'content-encoding': CANARY } },
  { code: 'ERR_GATEWAY_REQUEST_TOO_LARGE', start: { options: { limits: { maxBodyBytes: 10 } } } },
  { code: 'ERR_GATEWAY_REQUEST_BODY_ALREADY_READ', before: (_, request) => request.text() },
  { code: 'ERR_GATEWAY_INVALID_API_KEY', start: keyed({}), headers: { authorization: `Bearer ${CANARY}-x` } },
  { code: 'ERR_GATEWAY_LOOPBACK_ONLY', headers: { 'x-forwarded-for': CANARY } },
  { code: 'ERR_GATEWAY_HOST_NOT_ALLOWED', url: `http://${CANARY}.example${chatPath}` },
  { code: 'ERR_GATEWAY_ORIGIN_NOT_ALLOWED', headers: { origin: `https://${CANARY}.example` } },
  { code: 'ERR_GATEWAY_NOT_FOUND', url: `/${CANARY}` },
  { code: 'ERR_GATEWAY_METHOD_NOT_ALLOWED', init: { method: 'PUT' } },
  {
    code: 'ERR_GATEWAY_RATE_LIMITED',
    start: keyed({ limits: { requestsPerMinute: 1 } }),
    headers: bearer,
    before: (gateway, request) => ask(gateway, request.clone()),
  },
  { code: 'ERR_GATEWAY_SHUTTING_DOWN', before: (gateway) => gateway.gateway.close() },
  { code: 'ERR_GATEWAY_UPSTREAM_UNREACHABLE', answer: { kind: 'reset' } },
  { code: 'ERR_GATEWAY_UPSTREAM_ERROR', answer: answered(500) },
  { code: 'ERR_GATEWAY_UPSTREAM_AUTH_FAILED', answer: answered(401) },
  { code: 'ERR_GATEWAY_UPSTREAM_REDIRECT', answer: answered(302) },
  { code: 'ERR_GATEWAY_UPSTREAM_RATE_LIMITED', answer: answered(429) },
  {
    code: 'ERR_GATEWAY_UPSTREAM_TIMEOUT',
    start: { upstream: { timeouts: { headersMs: 50 } } },
    answer: { kind: 'silent' },
  },
  { code: 'ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE', answer: answered(201) },
  {
    code: 'ERR_GATEWAY_UPSTREAM_RESPONSE_TOO_LARGE',
    start: { options: { limits: { maxResponseBytes: 10 } } },
    answer: answered(200),
  },
  {
    code: 'ERR_GATEWAY_UPSTREAM_STREAM_CUT',
    fields: { stream: true },
    answer: { kind: 'stream', events: [] },
  },
  { code: 'ERR_GATEWAY_UPSTREAM_REJECTED', answer: answered(400) },
  { code: 'ERR_GATEWAY_CLIENT_CLOSED', init: { signal: AbortSignal.abort(new Error(CANARY)) } },
  council('COUNCIL_INPUT_TOO_LARGE'),
  council('COUNCIL_UNAVAILABLE'),
  council('INTERNAL'),
]

/** In these the caller reads its own handle again, or what the upstream says of its request. */
const REPEATED = new Set<GatewayErrorCode>([
  'ERR_GATEWAY_UNKNOWN_PERSONA',
  'ERR_GATEWAY_INVALID_PERSONA_HANDLE',
  'ERR_GATEWAY_UPSTREAM_REJECTED',
])

function ask(gateway: TestGateway, request: Request): Promise<Response> {
  return gateway.gateway.fetch(request, { remoteAddress: '127.0.0.1' })
}

function requestOf({ url = chatPath, fields, headers, init }: Case): Request {
  const marked = {
    user: CANARY,
    metadata: { [CANARY]: CANARY },
    messages: [{ role: 'user', content: CANARY }],
  }
  return new Request(new URL(url, 'http://127.0.0.1'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: CANARY, ...headers },
    body: JSON.stringify(askClerk({ ...marked, ...fields })),
    ...init,
  })
}

test.each(CASES)('GAT-092 nothing of a request or an answer is in $code', async (each) => {
  const { code, start, answer, before } = each
  const gateway = await startForTest({ ...start, upstream: { apiKey: CANARY, ...start?.upstream } })
  if (answer !== undefined) gateway.upstream.answer(answer)
  const request = requestOf(each)
  await before?.(gateway, request)
  await ask(gateway, request)
  const made = [failure, invalid, asGatewayError]
    .flatMap((spied) => vi.mocked(spied).mock.results.map(({ value }) => value as unknown))
    .filter((value) => GatewayError.isInstance(value))
  expect(made.map((error) => error.code)).toContain(code)
  for (const error of made) {
    const { message, stack, cause, detail } = error
    expect(JSON.stringify({ message, stack, cause })).not.toContain(CANARY)
    if (!REPEATED.has(error.code)) expect(JSON.stringify(detail)).not.toContain(CANARY)
  }
})

test('GAT-092 every code is among them', () => {
  expect(CASES.map(({ code }) => code).sort()).toEqual(Object.keys(FAILURES).sort())
})
