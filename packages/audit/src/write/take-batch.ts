/** More than this is split, so that a stalled disk cannot make one batch outgrow a string. */
const MAX_BATCH_UNITS = 16 * 1024 * 1024

/** Takes what goes into the next batch out of the queue, and returns it: all of it, or at least one row. */
export function takeBatch<T extends { readonly payload: string }>(queue: T[]): T[] {
  let units = 0
  const end = queue.findIndex(({ payload }) => {
    units += payload.length
    return units > MAX_BATCH_UNITS
  })
  return queue.splice(0, end > 0 ? end : queue.length)
}
