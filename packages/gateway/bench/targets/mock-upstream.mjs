// A fixed answer of about 1 kB, or a stream of 49 chunks and [DONE]; the request's model says which.
import { createServer } from 'node:http'

const completion = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'bench-json',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'x'.repeat(640), refusal: null },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 },
  }),
)
const CHUNKS = 49
const events = Array.from({ length: CHUNKS }, (_, index) => {
  const delta = index === 0 ? { role: 'assistant', content: '' } : { content: `tok${index} ` }
  const finish_reason = index === CHUNKS - 1 ? 'stop' : null
  const chunk = {
    id: 'chatcmpl-bench',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'bench',
    choices: [{ index: 0, delta, finish_reason }],
  }
  return `data: ${JSON.stringify(chunk)}\n\n`
}).concat('data: [DONE]\n\n')

const server = createServer((request, response) => {
  const pieces = []
  request.on('data', (piece) => pieces.push(piece))
  request.on('end', () => {
    const body = Buffer.concat(pieces)
    const pace = body.includes('bench-stream-paced') ? 5 : body.includes('bench-stream') ? 0 : undefined
    if (pace === undefined) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': completion.length })
      response.end(completion)
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let next = 0
    const step = () => {
      if (response.destroyed) return
      response.write(events[next++])
      if (next === events.length) response.end()
      else if (pace === 0) setImmediate(step)
      else setTimeout(step, pace)
    }
    step()
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'))
