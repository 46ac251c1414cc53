import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openAudit } from '@cordon/audit'
import { type Council, createGateway, type Gateway, logEvents } from '@cordon/gateway'
import type { PersonaEvent } from '@cordon/personas/registry'
import type { Logger } from 'pino'
import { openProvider } from '../review/open-provider.ts'
import { CliError } from '../terminal/cli-error.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { openPersonas } from './open-personas.ts'
import type { ResolvedConfig } from './read-serve-config.ts'
import { refuseMalformed } from './refuse-malformed.ts'

/** A gateway that listens. */
export interface RunningServer {
  readonly url: string
  readonly handles: readonly string[]
  /** Refuses new requests, lets open ones end, then stops listening and closes audit log and personas. */
  close(): Promise<void>
}

/**
 * Opens the personas, takes the address, then opens the audit log: opening a log stops the one that wrote it before, so
 * a second start of the same gateway has to fail at the address. Requests that come meanwhile wait.
 *
 * @throws what cannot be opened, or {@link CliError} when the address cannot be had; nothing stays open or bound then.
 */
export async function runServer(
  config: ResolvedConfig,
  terminal: Terminal,
  logger: Logger,
): Promise<RunningServer> {
  const closers: (() => PromiseLike<void>)[] = []
  const close = async (): Promise<void> => {
    // One that fails keeps none of the others open.
    let first: { readonly error: unknown } | undefined
    for (const closeOne of closers.splice(0).reverse()) {
      try {
        await closeOne()
      } catch (error) {
        first ??= { error }
      }
    }
    if (first !== undefined) throw first.error
  }
  try {
    return await open(config, terminal, logger, closers, close)
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

async function open(
  config: ResolvedConfig,
  terminal: Terminal,
  logger: Logger,
  closers: (() => PromiseLike<void>)[],
  close: () => Promise<void>,
): Promise<RunningServer> {
  let gateway: Gateway | undefined
  // What the registry tells while it opens: its generation, files that no lock names.
  const early: PersonaEvent[] = []
  const personas = await openPersonas(config, (event) => {
    if (gateway === undefined) early.push(event)
    else gateway.onPersonaEvent(event)
  })
  closers.push(() => personas.close())
  const { url, serve, stop } = await listen(config.listen)
  closers.push(stop)
  const { directory: auditDirectory, ...auditOptions } = config.audit
  const audit = await openAudit(auditDirectory, { ...auditOptions, signal: terminal.signal })
  closers.push(() => audit.close())
  const council = config.council && (await openCouncil(config.council, terminal, closers))
  const onEvent = logEvents(logger, config.names)
  const opened = createGateway({
    ...gatewayOptions(config),
    ...(council !== undefined && { council }),
    personas,
    audit,
    onEvent,
  })
  closers.push(() => opened.close())
  gateway = opened
  for (const event of early) opened.onPersonaEvent(event)
  serve(opened.handler)
  return { url, handles: personas.handles(), close }
}

/** Returns the fields that are options of the gateway as they stand. */
function gatewayOptions(config: ResolvedConfig) {
  const { $schema, path, integrity, listen, personas, audit, council, log, ...options } = config
  return options
}

async function openCouncil(
  { model, baseUrl }: NonNullable<ResolvedConfig['council']>,
  { env }: Terminal,
  closers: (() => PromiseLike<void>)[],
): Promise<Council> {
  const provider = await openProvider(model, { env, baseUrl })
  closers.push(async () => provider[Symbol.asyncDispose]?.())
  const { MagiBuilder } = await import('@cordon/orchestrator')
  const magi = new MagiBuilder(provider).withPolicy('strict').build()
  return (mode, content, options) => magi.analyze(mode, content, options)
}

/**
 * Longer than clients and proxies keep an idle connection (60 s is usual), so that they are the ones to close it: a
 * request that meets a closing connection is reset, and many clients send no POST twice. Node's own is 5 s.
 */
const KEEP_ALIVE_MS = 75_000

const LISTEN_ADVICE = new Map([
  ['EADDRINUSE', ': something else does; end that, or set another listen.port'],
  ['EADDRNOTAVAIL', ': no address of this machine; set another listen.host'],
  ['ENOTFOUND', ': no address has that name; set another listen.host'],
  ['EACCES', ': permission denied; set a listen.port from 1024 on'],
])

interface Listener {
  readonly url: string
  /** From now on `handler` answers, first what waits. */
  serve(handler: RequestListener): void
  /** Cuts off what is still open. */
  stop(): Promise<void>
}

async function listen({ host, port }: ResolvedConfig['listen']): Promise<Listener> {
  const waiting: Parameters<RequestListener>[] = []
  const hold: RequestListener = (...exchange) => void waiting.push(exchange)
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, hold)
  refuseMalformed(server)
  await once(server.listen(port, host), 'listening').catch((error: NodeJS.ErrnoException) => {
    const { code = 'unknown' } = error
    const advice = LISTEN_ADVICE.get(code) ?? ''
    throw new CliError(`cannot listen on ${host}:${port} (${code})${advice}`)
  })
  // One connection that cannot be taken, for want of descriptors say, must not end the others.
  server.on('error', () => {})
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${name}:${address.port}`,
    serve(handler) {
      server.off('request', hold).on('request', handler)
      for (const exchange of waiting.splice(0)) handler(...exchange)
    },
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
