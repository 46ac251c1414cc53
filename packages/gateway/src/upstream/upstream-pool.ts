import buildConnector from 'undici/lib/core/connect.js'
import errors from 'undici/lib/core/errors.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import { assertNames, assertOneOf } from '../contract/assert-options.ts'
import { CONFIG_FORMS } from '../contract/config-forms.ts'
import { isPositiveInt32, MAX_INT32 } from '../contract/positive-int32.ts'
import {
  DEFAULT_RETRIES,
  DEFAULT_TIMEOUTS,
  type SystemMessages,
  type Upstream,
  type UpstreamRetries,
  type UpstreamTimeouts,
} from './upstream-options.ts'

/** An upstream with its connections; host, port and path are fixed here and nowhere else. */
export interface UpstreamPool {
  readonly name: string
  readonly path: string
  /** Headers of every call, flat. */
  readonly headers: readonly string[]
  readonly apiKey: string | undefined
  readonly systemMessages: SystemMessages
  readonly timeouts: UpstreamTimeouts
  readonly retries: UpstreamRetries
  readonly pool: Pool
}

const FIELDS: readonly (keyof Upstream)[] = [
  'name',
  'baseUrl',
  'apiKey',
  'systemMessages',
  'timeouts',
  'retries',
  'connections',
]

/**
 * Returns the connections to one upstream; none is opened yet.
 *
 * @throws RangeError when the address is none, when the key cannot stand in a header, when a number is not an integer
 * 1..2,147,483,647, or `systemMessages` not one of its values; TypeError for a field that does not exist.
 */
export function createUpstreamPool(upstream: Upstream): UpstreamPool {
  assertNames(upstream, FIELDS, 'upstreams')
  if (typeof upstream.name !== 'string' || !CONFIG_FORMS.name.test(upstream.name)) {
    throw new RangeError('"upstreams.name" expected 1 to 64 of A-Z a-z 0-9 . _ -')
  }
  if (!URL.canParse(upstream.baseUrl)) throw new RangeError('"upstreams.baseUrl" expected a URL')
  const url = new URL(upstream.baseUrl)
  assertOneOf(upstream.systemMessages, ['separate', 'developer', 'merge'], 'upstreams.systemMessages')
  // A line end from a file of secrets would make every call fail, and look like an upstream that is down.
  if (upstream.apiKey !== undefined && !CONFIG_FORMS.apiKey.test(upstream.apiKey)) {
    throw new RangeError(`"upstreams.apiKey" of ${upstream.name} expected printable ASCII without blanks`)
  }
  const timeouts = withDefaults(DEFAULT_TIMEOUTS, upstream.timeouts, 'timeouts')
  const retries = withDefaults(DEFAULT_RETRIES, upstream.retries, 'retries')
  const { connections = 64 } = upstream
  if (!isPositiveInt32(connections))
    throw new RangeError(`"upstreams.connections" expected integer 1..${MAX_INT32}`)
  const headers = ['content-type', 'application/json', 'user-agent', 'cordon']
  if (upstream.apiKey !== undefined) headers.push('authorization', `Bearer ${upstream.apiKey}`)
  return {
    name: upstream.name,
    path: `${url.pathname.replace(/\/+$/, '')}/chat/completions`,
    headers,
    apiKey: upstream.apiKey,
    systemMessages: upstream.systemMessages ?? 'separate',
    timeouts,
    retries,
    // The call watches the phases after the connection itself, to the millisecond.
    pool: new Pool(url.origin, {
      connections,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: connectWithin(timeouts.connectMs),
    }),
  }
}

function withDefaults<T extends object>(defaults: T, given: Partial<T> | undefined, name: string): T {
  assertNames(given ?? {}, Object.keys(defaults), `upstreams.${name}`)
  for (const value of Object.values(given ?? {})) {
    if (!isPositiveInt32(value)) throw new RangeError(`"upstreams.${name}" expected integers 1..${MAX_INT32}`)
  }
  return { ...defaults, ...given }
}

/** undici's own connect limit is as coarse as a second; this one is exact. */
function connectWithin(connectMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: 0 })
  return (options, callback) => {
    let late = false
    const timer = setTimeout(() => {
      late = true
      callback(new errors.ConnectTimeoutError(), null)
    }, connectMs)
    connect(options, (...[error, socket]) => {
      clearTimeout(timer)
      if (late) socket?.destroy()
      else if (error !== null) callback(error, null)
      else callback(null, socket)
    })
  }
}
