import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isObject } from '../protocol/json-object.ts'
import { completion, type ScriptedAnswer, textStream } from './scripted-answers.ts'

/** A request as the upstream got it. */
export interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly json: Readonly<Record<string, unknown>>
  /** True once the gateway closed the connection before the answer was over. */
  aborted: boolean
}

/** A local server that speaks the chat completions protocol and does what it is told, for tests and demonstrations. */
export interface ScriptedUpstream {
  /** Base URL, to be given as `baseUrl`. */
  readonly baseUrl: string
  /** What has come so far, in order. */
  readonly received: readonly ReceivedRequest[]
  /** Queues answers; a request without a queued one is answered with a short text, streamed when asked for. */
  answer(...answers: readonly ScriptedAnswer[]): void
  /** Forgets queued answers and received requests. */
  reset(): void
  close(): Promise<void>
}

const DEFAULT_TEXT = 'Noted, thank you.'

/** Returns a scripted upstream that listens on a port of the loopback interface. @defaultValue a free one */
export async function startScriptedUpstream(wantedPort = 0): Promise<ScriptedUpstream> {
  const queue: ScriptedAnswer[] = []
  const received: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString('utf8')
      const json = readBody(text)
      if (json === undefined) {
        response.writeHead(400).end('This upstream takes chat completions only.\n')
        return
      }
      const entry = { path: request.url ?? '', headers: request.headers, text, json, aborted: false }
      received.push(entry)
      response.on('close', () => {
        entry.aborted = !response.writableFinished
      })
      void play(queue.shift() ?? defaultAnswer(json['stream'] === true), response)
    })
  })
  // A client of the same process that stalls would send on a connection which this end has just given up.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(wantedPort, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    received,
    answer: (...answers) => {
      queue.push(...answers)
    },
    reset: () => {
      queue.length = 0
      received.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Returns undefined for what is no JSON object, such as a look from a browser. */
function readBody(text: string): ReceivedRequest['json'] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function defaultAnswer(stream: boolean): ScriptedAnswer {
  return stream
    ? { kind: 'stream', events: textStream(DEFAULT_TEXT) }
    : { kind: 'whole', body: completion({ content: DEFAULT_TEXT }) }
}

async function play(answer: ScriptedAnswer, response: ServerResponse): Promise<void> {
  switch (answer.kind) {
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'silent':
      return
    case 'whole':
      await pause(answer.delayMs)
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
      return
    case 'stream':
      await playStream(answer, response)
  }
}

async function playStream(
  answer: ScriptedAnswer & { kind: 'stream' },
  response: ServerResponse,
): Promise<void> {
  await pause(answer.delayMs)
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.flushHeaders()
  await pause(answer.firstDelayMs)
  for (const event of answer.events) {
    if (response.destroyed) return
    response.write(typeof event === 'string' ? event : `data: ${JSON.stringify(event)}\n\n`)
    await pause(answer.paceMs)
  }
  if (!answer.cut) response.end()
  else response.write('', () => response.destroy())
}

async function pause(ms: number | undefined): Promise<void> {
  if (ms !== undefined) await sleep(ms)
}
