// Stands in for a model on a fixed port, so that a gateway can be tried without a key: every answer is one fixed sentence.
import { startScriptedUpstream } from '@cordon/gateway/testing'

const upstream = await startScriptedUpstream(8081)
process.stdout.write(`stand-in for a model on ${upstream.baseUrl}\n`)
