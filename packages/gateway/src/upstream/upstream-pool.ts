import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import createConnector from 'undici/lib/core/connect.js'
import errors from 'undici/lib/core/errors.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import { assertOneOf, fieldsOf } from '../options/assert-known.ts'
import { assertOptions } from '../options/assert-options.ts'
import { CONFIG_FORMS } from '../options/config-forms.ts'
import { assertPositiveInt32s } from '../options/positive-int32.ts'
import { withDefaults } from '../options/with-defaults.ts'
import { CallQueue } from './call-queue.ts'
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
  readonly calls: CallQueue
  /** Closes the connections, those that do not stand yet too. */
  close(): Promise<void>
}

const FIELDS = fieldsOf<Upstream>({
  name: true,
  baseUrl: true,
  apiKey: true,
  systemMessages: true,
  timeouts: true,
  retries: true,
  connections: true,
})

/**
 * Returns the connections to the upstream that stands at a place of the option; none is opened yet.
 *
 * @throws RangeError when the address is none, when the key cannot stand in a header, when a number is not an integer
 * 1..2,147,483,647, or `systemMessages` not one of its values; TypeError for a field that does not exist.
 */
export function createUpstreamPool(upstream: Upstream, index: number): UpstreamPool {
  const option = `upstreams[${index}]`
  assertOptions(upstream, FIELDS, option)
  if (typeof upstream.name !== 'string' || !CONFIG_FORMS.name.pattern.test(upstream.name)) {
    throw new RangeError(`"${option}.name" expected ${CONFIG_FORMS.name.expected}`)
  }
  if (!URL.canParse(upstream.baseUrl)) throw new RangeError(`"${option}.baseUrl" expected a URL`)
  const url = new URL(upstream.baseUrl)
  assertOneOf(upstream.systemMessages, ['separate', 'developer', 'merge'], `${option}.systemMessages`)
  // A line end from a file of secrets would make every call fail, and look like an upstream that is down.
  if (upstream.apiKey !== undefined && !CONFIG_FORMS.apiKey.pattern.test(upstream.apiKey)) {
    throw new RangeError(`"${option}.apiKey" expected ${CONFIG_FORMS.apiKey.expected}`)
  }
  const timeouts = positiveInt32s(DEFAULT_TIMEOUTS, upstream.timeouts, `${option}.timeouts`)
  const retries = positiveInt32s(DEFAULT_RETRIES, upstream.retries, `${option}.retries`)
  const { connections = 64 } = upstream
  assertPositiveInt32s({ connections }, ['connections'], option)
  const { calls, close } = openConnections(url.origin, connections, timeouts.connectMs)
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
    calls,
    close,
  }
}

function positiveInt32s<T extends object>(defaults: T, given: Partial<T> | undefined, path: string): T {
  assertPositiveInt32s(given ?? {}, Object.keys(defaults), path)
  return withDefaults(defaults, given)
}

function openConnections(
  origin: string,
  connections: number,
  connectMs: number,
): Pick<UpstreamPool, 'calls' | 'close'> {
  const connecting = new Set<Socket>()
  // The call watches the phases after the connection itself, to the millisecond.
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: connectWithin(connectMs, connecting),
  })
  return {
    calls: new CallQueue(pool, connections),
    close() {
      const closed = pool.destroy()
      for (const socket of connecting) socket.destroy(new errors.ClientDestroyedError())
      return closed
    },
  }
}

/** undici's own connect limit is as coarse as a second; this one is exact. */
function connectWithin(connectMs: number, connecting: Set<Socket>): buildConnector.connector {
  const connect = createConnector({ timeout: 0 })
  return (options, callback) => {
    const socket = connect(options, (...result) => {
      clearTimeout(timer)
      connecting.delete(socket)
      callback(...result)
    })
    const timer = setTimeout(() => socket.destroy(new errors.ConnectTimeoutError()), connectMs)
    connecting.add(socket)
  }
}
