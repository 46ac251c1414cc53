export interface Debounce {
  /** Runs soon: when triggers pause, at the latest when the first of them is `ceilingMs` old. */
  trigger(): void
  cancel(): void
}

/** Returns a trailing debounce. Its timer keeps no process alive. */
export function createDebounce(
  run: () => void,
  { trailingMs, ceilingMs }: { readonly trailingMs: number; readonly ceilingMs: number },
): Debounce {
  let timer: NodeJS.Timeout | undefined
  let firstAt = 0
  return {
    trigger: () => {
      const now = performance.now()
      if (timer === undefined) firstAt = now
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          timer = undefined
          run()
        },
        Math.max(0, Math.min(trailingMs, firstAt + ceilingMs - now)),
      )
      timer.unref()
    },
    cancel: () => {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
