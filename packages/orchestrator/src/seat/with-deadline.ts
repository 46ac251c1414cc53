import { MagiError } from '../contract/errors.ts'
import { onAbort } from './on-abort.ts'

/**
 * Runs `work` until it settles, `timeoutMs` passes (`ERR_MAGI_TIMEOUT`) or the caller aborts (his reason, unwrapped).
 *
 * Settles at once in each case, also when `work` ignores its signal; what it answers later is not used. On settling
 * the timer is gone, and the caller's signal holds nothing of this call.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted()
  const controller = new AbortController()
  const { signal } = controller
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  const onTimeout = (): void => {
    controller.abort(new MagiError('ERR_MAGI_TIMEOUT', `no answer within ${timeoutMs} ms`, { timeoutMs }))
  }
  const timer = setTimeout(onTimeout, timeoutMs)
  const release = caller && onAbort(caller, () => controller.abort(caller.reason))
  try {
    return await Promise.race([aborted, work(signal)])
  } finally {
    clearTimeout(timer)
    release?.()
  }
}
