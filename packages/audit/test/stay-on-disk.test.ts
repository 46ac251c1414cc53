import { constants, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openAudit, readAuditTail, verifyAudit } from '@cordon/audit'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeDirectory } from './make-directory.ts'

/** The files below a directory that this process has open, with the flags they were opened with. */
function openFiles(directory: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const fd of readdirSync('/proc/self/fd')) {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      const [, flags = ''] = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')) ?? []
      if (path.startsWith(`${directory}/`)) found.set(path, Number.parseInt(flags, 8))
    } catch {
      // Of the descriptors that were listed, the one that listed them is closed by now.
    }
  }
  return found
}

// Elsewhere nothing tells a test what is open, and how.
describe.runIf(process.platform === 'linux')('on Linux', () => {
  test('AUD-264 a write to a segment returns when it is on disk', async () => {
    const directory = makeDirectory()
    await using _log = await openAudit(directory)
    const flags = openFiles(directory).get(join(directory, 'main-1.jsonl')) ?? 0
    expect(flags & constants.O_DSYNC).toBe(constants.O_DSYNC)
    expect(flags & constants.O_APPEND).toBe(constants.O_APPEND)
  })

  test('AUD-264 the names of a segment and of new directories are on disk before the log is open', async () => {
    const top = makeDirectory()
    const directory = join(top, 'a', 'b')
    const handle = await open(top)
    const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync')
    onTestFinished(() => sync.mockRestore())
    await handle.close()
    const synced: string[] = []
    sync.mockImplementation(async function (this: FileHandle) {
      synced.push(readlinkSync(`/proc/self/fd/${this.fd}`))
    })
    await (await openAudit(directory)).close()
    expect(synced).toEqual([dirname(directory), top, directory])
  })

  test('AUD-265 the head of another chain is on disk before it is recorded', async () => {
    const directory = makeDirectory()
    await (await openAudit(directory, { chain: 'a' })).close()
    const handle = await open(directory)
    const sync = vi.spyOn(Object.getPrototypeOf(handle), 'datasync')
    onTestFinished(() => sync.mockRestore())
    await handle.close()
    const synced: string[] = []
    sync.mockImplementation(async function (this: FileHandle) {
      synced.push(readlinkSync(`/proc/self/fd/${this.fd}`))
    })
    await (await openAudit(directory, { chain: 'b' })).close()
    expect(synced).toEqual([join(directory, 'a-1.jsonl')])
  })

  test('AUD-266 no file stays open but the segment that is written', async () => {
    const directory = makeDirectory()
    const log = await openAudit(directory, { maxSegmentBytes: 1 })
    await log.append('n', 1)
    await log.append('n', 2)
    await verifyAudit(directory)
    await readAuditTail(directory)
    expect([...openFiles(directory).keys()]).toEqual([join(directory, 'main-3.jsonl')])
    await log.close()
    // A clock that fails once the segment is there.
    let asked = 0
    await expect(openAudit(directory, { now: () => (asked++ === 0 ? 0 : Number.NaN) })).rejects.toThrow()
    expect([...openFiles(directory).keys()]).toEqual([])
  })
})
