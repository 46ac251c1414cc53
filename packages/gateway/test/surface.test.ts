import { readFileSync } from 'node:fs'
import * as gateway from '@cordon/gateway'
import * as testing from '@cordon/gateway/testing'
import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import Registry from 'prom-client/lib/registry.js'
import buildConnector from 'undici/lib/core/connect.js'
import errors from 'undici/lib/core/errors.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import { expect, test } from 'vitest'
import { wireCode } from '../src/contract/failure.ts'
import { FAILURES } from '../src/contract/failure-table.ts'

test('GAT-110 the exported names are these', () => {
  expect(Object.keys(gateway).sort()).toEqual([
    'AUDIT_FIELDS',
    'CONFIG_FORMS',
    'DEFAULT_NAMES',
    'DEFAULT_RETRIES',
    'DEFAULT_TIMEOUTS',
    'GatewayError',
    'auditPayload',
    'createGateway',
    'findOptionFaults',
    'isLoopbackHost',
    'logEvents',
  ])
  expect(Object.keys(testing).sort()).toEqual([
    'chunk',
    'completion',
    'startScriptedUpstream',
    'textStream',
    'toolCallStream',
  ])
})

test('GAT-111 the codes are these', () => {
  expect(
    Object.keys(FAILURES)
      .map((code) => wireCode(code as keyof typeof FAILURES))
      .sort(),
  ).toMatchInlineSnapshot(`
    [
      "audit_unavailable",
      "client_closed",
      "conflicting_persona",
      "council_input_too_large",
      "council_unavailable",
      "host_not_allowed",
      "internal",
      "invalid_api_key",
      "invalid_json",
      "invalid_persona_handle",
      "invalid_request",
      "loopback_only",
      "method_not_allowed",
      "missing_agent_persona",
      "not_found",
      "origin_not_allowed",
      "persona_not_allowed",
      "persona_tampered",
      "persona_unavailable",
      "rate_limited",
      "request_body_already_read",
      "request_too_large",
      "shutting_down",
      "unknown_persona",
      "unsupported_media_type",
      "upstream_auth_failed",
      "upstream_error",
      "upstream_invalid_response",
      "upstream_rate_limited",
      "upstream_redirect",
      "upstream_rejected",
      "upstream_response_too_large",
      "upstream_stream_cut",
      "upstream_timeout",
      "upstream_unreachable",
    ]
  `)
})

test('GAT-112 the package has these entries', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(Object.keys(manifest.exports)).toEqual(['.', './openai-types', './testing', './package.json'])
  expect(Object.keys(manifest.publishConfig.exports)).toEqual(Object.keys(manifest.exports))
})

// Nobody promises the paths of these files; a release that moves one has to fail here.
test('GAT-113 files of a library that are imported on their own are what its entry exports', async () => {
  // undici's entry puts its own dispatcher here, for every `fetch` of the process; newer versions of Node put theirs.
  const dispatcher = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'))
  const [undici, prometheus] = await Promise.all([import('undici'), import('prom-client')])
  expect(dispatcher).not.toBeInstanceOf(undici.Dispatcher)
  expect([Pool, buildConnector, errors]).toEqual([undici.Pool, undici.buildConnector, undici.errors])
  expect([Counter, Gauge, Histogram, Registry]).toEqual([
    prometheus.Counter,
    prometheus.Gauge,
    prometheus.Histogram,
    prometheus.Registry,
  ])
})
