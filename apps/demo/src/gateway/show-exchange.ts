import { setTimeout as sleep } from 'node:timers/promises'
import OpenAI, { APIError } from 'openai'
import type { DemoRequest } from './demo-requests.ts'
import type { AuditEntry, DemoGateway } from './open-demo-gateway.ts'

type Output = Pick<NodeJS.WritableStream, 'write'>

/** Rows that nobody waits for come within 20 ms. */
const LATE_ROWS_MS = 30
const LONG_CODE_UNITS = 200
const SHOWN_HEADERS = [
  'x-cyberos-persona-handle',
  'x-cyberos-persona-source-hash',
  'x-cordon-fenced-parts',
  'server-timing',
]

/** Sends one request with the openai SDK and shows what went in, what went upstream, what came back and what was recorded. */
export async function showExchange(demo: DemoGateway, request: DemoRequest, output: Output): Promise<void> {
  const { upstream, rows, url } = demo
  const print = (label: string, text: string): void => {
    output.write(`  ${label.padEnd(11)}${text.replaceAll('\n', `\n${' '.repeat(13)}`)}\n`)
  }
  output.write(`\n${request.title}\n`)
  await request.before?.()
  const [sentBefore, rowsBefore] = [upstream.received.length, rows.length]
  print('in', JSON.stringify(request.body, null, 1))
  const { status, headers, body } = await send(url, request)
  await sleep(LATE_ROWS_MS)
  const sent = upstream.received.slice(sentBefore)
  const seen = upstream.received.slice(0, sentBefore).map(({ text }) => text)
  const describe = (json: object): string => JSON.stringify(json, shortenSeen(seen), 1)
  print('upstream', sent.length === 0 ? '(not called)' : sent.map(({ json }) => describe(json)).join('\n'))
  print('status', String(status))
  for (const name of SHOWN_HEADERS) {
    const value = headers?.get(name)
    if (value) print('header', `${name}: ${value}`)
  }
  print('out', body)
  for (const row of rows.slice(rowsBefore)) print('row', describeRow(row))
}

/** The persona and the instruction are long, and the same every time. */
function shortenSeen(seen: readonly string[]) {
  return (_name: string, value: unknown): unknown => {
    const isLong = typeof value === 'string' && value.length > LONG_CODE_UNITS
    return isLong && seen.some((text) => text.includes(JSON.stringify(value))) ? '(as above)' : value
  }
}

interface Outcome {
  readonly status: number
  readonly headers: Headers | undefined
  readonly body: string
}

async function send(url: string, { body }: DemoRequest): Promise<Outcome> {
  let received = ''
  const client = new OpenAI({
    baseURL: `${url}/v1`,
    apiKey: 'unused',
    maxRetries: 0,
    // Of a refusal's body the SDK keeps the field `error` only.
    fetch: async (...request) => {
      const response = await fetch(...request)
      if (!response.ok) received = await response.clone().text()
      return response
    },
  })
  try {
    if (body.stream) {
      const { data, response } = await client.chat.completions.create(body).withResponse()
      const lines: string[] = []
      for await (const chunk of data) {
        lines.push(JSON.stringify({ choices: chunk.choices, made_by_genie: chunk.made_by_genie }))
      }
      return { status: response.status, headers: response.headers, body: lines.join('\n') }
    }
    const { data, response } = await client.chat.completions.create({ ...body, stream: false }).withResponse()
    const { choices, made_by_genie } = data
    return {
      status: response.status,
      headers: response.headers,
      body: JSON.stringify({ choices, made_by_genie }, null, 1),
    }
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    return { status: error.status, headers: error.headers, body: received }
  }
}

function describeRow({ kind, payload }: AuditEntry): string {
  const shown = Object.entries(payload).filter(([name, value]) => value !== null && name !== 'request_id')
  return `${kind} ${JSON.stringify(Object.fromEntries(shown))}`
}
