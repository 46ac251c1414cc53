import { parentPort } from 'node:worker_threads'
import type { AnalysisInput } from './analysis.ts'
import type { AnalysisReply } from './analysis-thread.ts'
import { analyzeContent } from './analyze-content.ts'

// The reason of a failure stays in here: an error of a parser may quote what it read.
parentPort?.on('message', (input: AnalysisInput) => {
  let reply: AnalysisReply
  try {
    reply = analyzeContent(input)
  } catch {
    reply = undefined
  }
  parentPort?.postMessage(reply)
})
