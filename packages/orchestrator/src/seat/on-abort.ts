interface Wait {
  readonly actions: Set<() => void>
  readonly listener: () => void
}

/** One listener a signal serves all: many runs may share it, and Node warns of more than ten. */
const waits = new WeakMap<AbortSignal, Wait>()

/** Calls `action` once when `signal` aborts, unless the returned function was called before. */
export function onAbort(signal: AbortSignal, action: () => void): () => void {
  const { actions, listener } = waits.get(signal) ?? startWait(signal)
  actions.add(action)
  return () => {
    if (!actions.delete(action) || actions.size > 0) return
    signal.removeEventListener('abort', listener)
    waits.delete(signal)
  }
}

function startWait(signal: AbortSignal): Wait {
  const actions = new Set<() => void>()
  const listener = (): void => {
    for (const action of actions) action()
  }
  const wait = { actions, listener }
  waits.set(signal, wait)
  signal.addEventListener('abort', listener, { once: true })
  return wait
}
