// Runs as a process of its own: appends from several waiters and writes each receipt to stdout once it has it.
import { writeSync } from 'node:fs'
import { AuditError, openAudit } from '@cordon/audit'

interface Task {
  readonly directory: string
  readonly chain: string
  readonly waiters: number
  /** Rows of each waiter. */
  readonly rows: number
  readonly payload: string
}

const { directory, chain, waiters, rows, payload }: Task = JSON.parse(process.argv[2] ?? '')
const say = (value: unknown): unknown => writeSync(1, `${JSON.stringify(value)}\n`)
const sayWhy = (error: unknown): unknown => say(AuditError.isInstance(error) ? error.code : String(error))

try {
  const log = await openAudit(directory, { chain })
  const wait = async (): Promise<void> => {
    for (let row = 0; row < rows; row += 1) say(await log.append('n', payload))
  }
  const ended = await Promise.allSettled(Array.from({ length: waiters }, wait))
  for (const one of ended) if (one.status === 'rejected') sayWhy(one.reason)
  if (ended.some(({ status }) => status === 'rejected')) await log.append('n', 'later').catch(sayWhy)
  await log.close()
} catch (error) {
  sayWhy(error)
}
