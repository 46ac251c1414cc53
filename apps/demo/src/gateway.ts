// Starts the gateway on a free port with the sample personas and a local upstream, sends it a few requests with the
// openai SDK, shows what became of each, and verifies the audit chain.
import { fileURLToPath } from 'node:url'
import { demoRequests } from './gateway/demo-requests.ts'
import { openDemoGateway } from './gateway/open-demo-gateway.ts'
import { showExchange } from './gateway/show-exchange.ts'

const personas = process.argv[2] ?? fileURLToPath(new URL('../personas', import.meta.url))
const demo = await openDemoGateway(personas)
process.stdout.write(`gateway on ${demo.url}, personas sealed and signed: ${demo.handles.join(', ')}\n`)
try {
  for (const request of demoRequests(demo)) await showExchange(demo, request, process.stdout)
} finally {
  await demo.close()
}
const verified = await demo.verify()
const summary =
  verified.status === 'ok'
    ? `whole: ${verified.rows} rows`
    : `broken at ${verified.file}:${verified.line} (${verified.reason})`
process.stdout.write(`\nThe audit chain is ${summary}.\n`)
process.exitCode = verified.status === 'ok' ? 0 : 1
await demo.remove()
