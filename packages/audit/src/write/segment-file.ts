import { close, constants, existsSync, fdatasync, fstat, open, statSync, write } from 'node:fs'
import { open as openHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AuditError } from '../contract/errors.ts'
import { MAX_SEGMENT, segmentName } from '../format/segment-name.ts'

const { O_APPEND, O_CREAT, O_DSYNC, O_EXCL, O_WRONLY } = constants

/**
 * One system call a batch instead of two. On macOS the flag does not reach through the drive's cache, which
 * `fdatasync` does there; Windows has no such flag.
 */
const hasDataSync = process.platform === 'linux' && O_DSYNC !== undefined

const openFile = promisify(open)
const statFile = promisify(fstat)
const closeFile = promisify(close)
const syncData = promisify(fdatasync)

/** A segment that this process created, and the only one that it may write to. */
export class SegmentFile {
  readonly segment: number
  readonly #fd: number
  readonly #path: string
  readonly #successorPath: string
  readonly #device: number
  readonly #inode: number
  #bytes = 0

  private constructor(
    directory: string,
    chain: string,
    segment: number,
    fd: number,
    stat: { dev: number; ino: number },
  ) {
    this.segment = segment
    this.#fd = fd
    this.#path = join(directory, segmentName(chain, segment))
    this.#successorPath = join(directory, segmentName(chain, segment + 1))
    this.#device = stat.dev
    this.#inode = stat.ino
  }

  /** Creates a segment, or returns undefined when there is one of that number. Its name is on disk when this resolves. */
  static async create(directory: string, chain: string, segment: number): Promise<SegmentFile | undefined> {
    if (segment > MAX_SEGMENT)
      throw new AuditError('ERR_AUDIT_WRITE', `the last number of a segment, ${MAX_SEGMENT}, is taken`)
    const flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | (hasDataSync ? O_DSYNC : 0)
    const path = join(directory, segmentName(chain, segment))
    let fd: number | undefined
    try {
      fd = await openFile(path, flags, 0o640)
      await syncDirectory(directory)
      return new SegmentFile(directory, chain, segment, fd, await statFile(fd))
    } catch (cause) {
      if (fd !== undefined) await closeFile(fd)
      else if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return undefined
      throw new AuditError('ERR_AUDIT_WRITE', `${path}: the segment could not be created`, { cause })
    }
  }

  /** Bytes that are on disk. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Resolves when the bytes are on disk.
   *
   * @throws {@link AuditError} `ERR_AUDIT_WRITE`.
   */
  async append(data: Buffer): Promise<void> {
    try {
      for (let offset = 0; offset < data.length; ) offset += await writeSome(this.#fd, data, offset)
      if (!hasDataSync) await syncData(this.#fd)
    } catch (cause) {
      throw new AuditError('ERR_AUDIT_WRITE', `${this.#path}: a batch of rows could not be written`, {
        cause,
      })
    }
    this.#bytes += data.length
  }

  /**
   * Refuses when this process may not write here any more.
   *
   * A later writer creates its segment first and reads ours afterwards. So whoever finds no successor after his batch
   * is on disk knows that any later writer will find that batch.
   *
   * @throws {@link AuditError} `ERR_AUDIT_SUPERSEDED` or `ERR_AUDIT_FILE_CHANGED`.
   */
  assertOwned(): void {
    if (existsSync(this.#successorPath)) {
      throw superseded()
    }
    const stat = statSync(this.#path, { throwIfNoEntry: false })
    if (stat?.ino !== this.#inode || stat.dev !== this.#device || stat.size !== this.#bytes) {
      throw new AuditError(
        'ERR_AUDIT_FILE_CHANGED',
        `${this.#path}: the segment was removed, replaced, cut or written to by another`,
      )
    }
  }

  close(): Promise<void> {
    return closeFile(this.#fd)
  }
}

export function superseded(): AuditError {
  return new AuditError('ERR_AUDIT_SUPERSEDED', 'another writer has taken over this chain')
}

/** Resolves when the entries of a directory are on disk. Windows has no such call and needs none. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await openHandle(directory)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function writeSome(fd: number, data: Buffer, offset: number): Promise<number> {
  return new Promise((resolve, reject) => {
    write(fd, data, offset, data.length - offset, null, (error, written) => {
      if (error === null) resolve(written)
      else reject(error)
    })
  })
}
