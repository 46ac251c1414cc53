import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AuditEvent, type AuditHead, openAudit, verifyAudit } from '@cordon/audit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeDirectory, readFiles } from './make-directory.ts'
import { compileWriter, runWriter } from './run-writer.ts'

const programDirectory = makeDirectory(afterAll)
let program: string
beforeAll(async () => {
  program = await compileWriter(programDirectory)
})

const isPosix = process.platform !== 'win32'

test.runIf(isPosix)(
  'AUD-071 a file that may not grow: nothing is half acknowledged, and later appends fail too',
  async () => {
    const directory = makeDirectory()
    const task = { waiters: 16, rows: 1000, payload: 'x'.repeat(1000), maxFileKiB: 64 }
    const { receipts, errors } = await runWriter(program, { directory, ...task })
    expect(receipts.length).toBeGreaterThan(0)
    // One for each waiter, and one for the append after them.
    expect(errors).toEqual(Array(17).fill('ERR_AUDIT_WRITE'))
    expect(await verifyAudit(directory, { anchor: receipts })).toMatchObject({
      status: 'ok',
      notes: [{ type: 'torn' }],
    })
    const log = await openAudit(directory)
    expect(log.head().seq).toBeGreaterThan(receipts.length)
    await log.append('n', 'after')
    await log.close()
    expect(await verifyAudit(directory, { anchor: [...receipts, log.head()] })).toMatchObject({
      status: 'ok',
    })
  },
)

test('AUD-071 a full disk: nothing is half acknowledged, and the log goes on once there is room', async ({
  skip,
}) => {
  const mount = mountSmall()
  if (mount === undefined) return skip('mounting a small file system needs root and tmpfs')
  const log = await openAudit(mount)
  const receipts: AuditHead[] = []
  const append = async (): Promise<void> => {
    for (;;) receipts.push(await log.append('n', 'x'.repeat(1000)))
  }
  const ended = await Promise.allSettled(Array.from({ length: 8 }, append))
  expect(ended).toMatchObject(
    Array(8).fill({ reason: { code: 'ERR_AUDIT_WRITE', cause: { code: 'ENOSPC' } } }),
  )
  await expect(log.append('n', 1)).rejects.toMatchObject({ code: 'ERR_AUDIT_WRITE' })
  await log.close()
  await expect(openAudit(mount)).rejects.toMatchObject({ code: 'ERR_AUDIT_WRITE' })
  expect(await verifyAudit(mount, { anchor: receipts })).toMatchObject({ status: 'ok' })

  rmSync(join(mount, 'ballast'))
  const reopened = await openAudit(mount)
  await reopened.append('n', 'after')
  await reopened.close()
  expect(await verifyAudit(mount, { anchor: [...receipts, reopened.head()] })).toMatchObject({ status: 'ok' })
})

/** Mounts 256 KiB of memory, 64 of them taken by a file that a test can remove; undefined when that is not allowed. */
function mountSmall(): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'cordon-audit-'))
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', directory], { stdio: 'ignore' })
  } catch {
    rmSync(directory, { recursive: true })
    return undefined
  }
  onTestFinished(() => {
    execFileSync('/bin/umount', [directory])
    rmSync(directory, { recursive: true })
  })
  writeFileSync(join(directory, 'ballast'), Buffer.alloc(64 * 1024))
  return directory
}

test('AUD-071 a segment that became unwritable', async ({ skip }) => {
  // Not in memory: the flag needs a file system that knows it.
  const directory = mkdtempSync(join(tmpdir(), 'cordon-audit-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const log = await openAudit(directory)
  const segment = join(directory, 'main-1.jsonl')
  try {
    execFileSync('/usr/bin/chattr', ['+i', segment], { stdio: 'ignore' })
  } catch {
    await log.close()
    return skip('making a file immutable needs root and chattr')
  }
  onTestFinished(() => {
    execFileSync('/usr/bin/chattr', ['-i', segment])
  })
  const before = readFiles(directory)
  await expect(log.append('n', 1)).rejects.toMatchObject({
    code: 'ERR_AUDIT_WRITE',
    cause: { code: 'EPERM' },
  })
  await expect(log.append('n', 2)).rejects.toMatchObject({ code: 'ERR_AUDIT_WRITE' })
  expect(readFiles(directory)).toEqual(before)
  await log.close()
})

const segmentOf = (directory: string): string => join(directory, 'main-1.jsonl')

test.each<[string, (directory: string) => void]>([
  ['removed', (directory) => rmSync(segmentOf(directory))],
  ['removed with its directory', (directory) => rmSync(directory, { recursive: true })],
  ['renamed', (directory) => renameSync(segmentOf(directory), join(directory, 'old'))],
  [
    'replaced by a copy of itself',
    (directory) => {
      writeFileSync(join(directory, 'copy'), readFiles(directory)['main-1.jsonl'] ?? '')
      renameSync(join(directory, 'copy'), segmentOf(directory))
    },
  ],
  ['cut', (directory) => truncateSync(segmentOf(directory), 100)],
  ['appended to', (directory) => appendFileSync(segmentOf(directory), 'x')],
])('AUD-072 a segment that was %s: append fails, and later appends too', async (_title, touch) => {
  const directory = makeDirectory()
  const stops: unknown[] = []
  const onEvent = (event: AuditEvent): unknown => event.type === 'log-stop' && stops.push(event)
  const log = await openAudit(directory, { onEvent })
  await log.append('n', 1)
  const head = log.head()
  touch(directory)
  await expect(log.append('n', 2)).rejects.toMatchObject({ code: 'ERR_AUDIT_FILE_CHANGED' })
  expect(stops).toMatchObject([{ chain: 'main', error: { code: 'ERR_AUDIT_FILE_CHANGED' } }])
  await expect(log.append('n', 3)).rejects.toMatchObject({ code: 'ERR_AUDIT_FILE_CHANGED' })
  expect(log.head()).toEqual(head)
  await log.close()
})

test('AUD-073 a directory that cannot be made, and one that cannot be read', async () => {
  const directory = makeDirectory()
  writeFileSync(join(directory, 'file'), '')
  const below = openAudit(join(directory, 'file', 'log'))
  await expect(below).rejects.toMatchObject({ code: 'ERR_AUDIT_WRITE', cause: { code: 'ENOTDIR' } })
  await expect(verifyAudit(join(directory, 'file'))).rejects.toMatchObject({ code: 'ERR_AUDIT_READ' })
})
