/** Files that are parsed before other work gets a turn. */
const FILES_PER_TURN = 16

/** Calls `work` for each item in order and lets other work in between now and then. */
export async function eachInTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % FILES_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve))
    work(item)
  }
}
