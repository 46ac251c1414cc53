const MAX_ATTEMPTS = 3
const FIRST_BACKOFF_MS = 500

interface RetryPlatform {
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number
  /** Resolves after `ms`, or rejects with the signal's reason when that comes first. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Uniform in [0, 1). */
  readonly random: () => number
}

interface RetryOptions {
  readonly signal: AbortSignal
  /** All attempts and waits together; a wait that does not fit is not begun. */
  readonly budgetMs: number
  readonly onRetry: (attempt: number, delayMs: number) => void
  readonly platform?: RetryPlatform
}

const webPlatform: RetryPlatform = {
  now: () => performance.now(),
  sleep,
  random: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
}

/**
 * Returns what `attempt` answers, tried up to three times while its rejections say `retryable: true`.
 *
 * Waits as long as `retryAfterMs` asks, else a random part of 500 ms, then of 1 s (full jitter). The last rejection is
 * rethrown as it is.
 */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, budgetMs, onRetry, platform = webPlatform } = options
  const end = platform.now() + budgetMs
  for (let number = 1; ; number++) {
    try {
      return await attempt()
    } catch (error) {
      if (signal.aborted || number === MAX_ATTEMPTS) throw error
      const delayMs = delayOf(error, number, platform.random)
      if (delayMs === undefined || platform.now() + delayMs >= end) throw error
      onRetry(number, delayMs)
      await platform.sleep(delayMs, signal)
    }
  }
}

function delayOf(error: unknown, attempt: number, random: () => number): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { retryable, retryAfterMs } = error as { retryable?: unknown; retryAfterMs?: unknown }
  if (retryable !== true) return undefined
  const backoffMs = Math.ceil(random() * FIRST_BACKOFF_MS * 2 ** (attempt - 1))
  // The seats hit one limit together; a little jitter on top keeps them from coming back together.
  return typeof retryAfterMs === 'number' && retryAfterMs >= 0
    ? Math.ceil(retryAfterMs) + Math.ceil(backoffMs / 10)
    : backoffMs
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // Whoever was told of the retry may have aborted just now: a listener would come too late.
    signal.throwIfAborted()
    const timer = setTimeout(settle, ms, resolve)
    const onAbort = (): void => settle(() => reject(signal.reason))
    signal.addEventListener('abort', onAbort, { once: true })
    function settle(finish: () => void): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      finish()
    }
  })
}
