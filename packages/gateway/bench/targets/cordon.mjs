// The whole product: a sealed 4 KiB persona verified on each load, fences, three audit rows, metrics and request logs.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { openAudit } from '@cordon/audit'
import { createGateway, logEvents } from '@cordon/gateway'
import { openRegistry } from '@cordon/personas/registry'
import { sealPersonas } from '@cordon/personas/seal'
import { destination, pino } from 'pino'
import { makeTemporaryFolder } from './temporary-folder.mjs'

const folder = makeTemporaryFolder()
const body = `You are a careful assistant with constraints. ${'Keep to the facts that the ledger holds. '.repeat(100)}`
const header =
  '---\nid: harbour-clerk\nversion: 1.0.0\nallowed_tools: [read_tide]\nllm_hints: { temperature: 0.4 }\n---\n'
writeFileSync(join(folder, 'harbour-clerk@1.0.0.md'), `${header}\n${body.slice(0, 4095)}\n`)
await sealPersonas(folder)
const personas = await openRegistry(folder, { integrity: 'sealed', unsigned: true })
const audit = await openAudit(join(folder, 'audit'))
// Lines are gathered, as `cordon serve` does.
const log = { dest: join(folder, 'log'), sync: false, minLength: 8 * 1024, periodicFlush: 100 }
const logger = pino(destination(log))
const gateway = createGateway({
  personas,
  audit,
  upstreams: [{ name: 'mock', baseUrl: `${process.argv[3]}/v1` }],
  onEvent: logEvents(logger),
})
const server = createServer(gateway.handler)
server.keepAliveTimeout = 60_000
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'))

process.on('message', async (message) => {
  if (message !== 'stop') return
  server.close()
  server.closeAllConnections()
  await gateway.close()
  await audit.close()
  await personas.close()
  process.send?.({ rows: countRows(join(folder, 'audit')) })
  process.disconnect()
})

/** The gateway's own rows: segments also hold rows of the log. */
function countRows(directory) {
  const segments = readdirSync(directory).filter((name) => name.endsWith('.jsonl'))
  return segments.reduce(
    (sum, name) => sum + readFileSync(join(directory, name), 'latin1').split('"kind":"ai.').length - 1,
    0,
  )
}
