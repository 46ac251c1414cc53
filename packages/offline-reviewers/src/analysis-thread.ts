import { Worker } from 'node:worker_threads'
import type { Analysis, AnalysisInput } from './analysis.ts'
import { OfflineReviewerError, type OfflineReviewerErrorCode } from './errors.ts'
import { workerUrl } from './worker-entry.ts'

/** What the worker posts back: `undefined` says that the analysis threw. */
export type AnalysisReply = Analysis | undefined

const startWorker = (): Worker =>
  new Worker(workerUrl, {
    // Together below 1 GiB with the main thread; a worker that needs more ends with ERR_WORKER_OUT_OF_MEMORY.
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    // No environment: parsers need none, and what is not there cannot leak.
    env: {},
    // No loaders of the host: where the working directory is gone, Node waits for their thread for ever.
    execArgv: process.execArgv.filter((option) => option.startsWith('--conditions=')),
  })

export interface AnalysisThread {
  run(input: AnalysisInput, signal: AbortSignal): Promise<Analysis>
  close(): Promise<void>
}

/** Returns a thread that analyses one input at a time; it starts on first use and keeps no idle process alive. */
export function createAnalysisThread(): AnalysisThread {
  let worker: Worker | undefined
  let closed = false
  let previous: Promise<unknown> = Promise.resolve()

  const start = (): Worker => {
    // It may fail between two questions, or once more until it is gone, when nobody else listens.
    const started = startWorker().on('error', () => {})
    return started.on('exit', () => {
      if (worker === started) worker = undefined
    })
  }

  const stop = async (): Promise<void> => {
    const stopped = worker
    worker = undefined
    await stopped?.terminate()
  }

  const runAlone = async (input: AnalysisInput, signal: AbortSignal): Promise<Analysis> => {
    signal.throwIfAborted()
    if (closed) throw new OfflineReviewerError('ERR_OFFLINE_REVIEWERS_CLOSED')
    worker ??= start()
    try {
      return await ask(worker, input, signal)
    } catch (error) {
      await stop()
      throw closed ? new OfflineReviewerError('ERR_OFFLINE_REVIEWERS_CLOSED') : error
    }
  }

  return {
    run(input, signal) {
      const result = previous.then(() => runAlone(input, signal))
      previous = result.catch(() => undefined)
      return result
    },
    async close() {
      closed = true
      await stop()
      await previous
    },
  }
}

/** Settles with the worker's next reply, its end, or the signal's reason, and removes every listener it added. */
async function ask(worker: Worker, input: AnalysisInput, signal: AbortSignal): Promise<Analysis> {
  const listeners = new AbortController()
  try {
    return await new Promise((resolve, reject) => {
      const fail = (code: OfflineReviewerErrorCode) => reject(new OfflineReviewerError(code))
      const onMessage = (reply: AnalysisReply) =>
        reply === undefined ? fail('ERR_OFFLINE_REVIEWERS_FAILED') : resolve(reply)
      const onError = ({ code }: NodeJS.ErrnoException) =>
        fail(
          code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? 'ERR_OFFLINE_REVIEWERS_MEMORY'
            : 'ERR_OFFLINE_REVIEWERS_FAILED',
        )
      const onExit = () => fail('ERR_OFFLINE_REVIEWERS_FAILED')
      worker.once('message', onMessage).once('error', onError).once('exit', onExit)
      signal.addEventListener('abort', () => reject(signal.reason), { signal: listeners.signal })
      listeners.signal.addEventListener('abort', () => {
        worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      })
      worker.ref()
      worker.postMessage(input)
    })
  } finally {
    listeners.abort()
    worker.unref()
  }
}
