import { write, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { symbols } from 'pino'

const writeBytes = promisify(write)

const LF = 0x0a
/** Most that waits for a slow or stalled reader, in UTF-16 code units; further lines are lost. */
const MAX_WAITING_LENGTH = 16 * 1024 * 1024
/** So much, and so long in milliseconds, waits below a warning: each write is a trip to another thread and back. */
const GATHERED_LENGTH = 16 * 1024
const GATHERED_MS = 100
/** pino's number for it. */
const WARN = 40
/** How long a non-blocking descriptor that is full is left alone, in milliseconds. */
const RETRY_MS = 100
/** How long the last lines may take, in milliseconds. */
const FLUSH_MS = 1_000

/**
 * Writes lines to a file descriptor in the background: warnings and errors at once, with what came before them, others in
 * batches. Lines that cannot be written (a full disk, a closed pipe) are lost and nothing else is: a server that serves
 * must not stand or fall with its log.
 */
export class LineOutput {
  readonly #descriptor: number
  readonly #onFailure: (error: unknown) => void
  /** Has pino say the level of a line before it hands it over. */
  readonly [symbols.needsMetadataGsym] = true
  lastLevel = 0
  #waiting = ''
  #timer: NodeJS.Timeout | undefined
  /** Whether what waits is to be written as soon as it can be. */
  #due = false
  #drained: Promise<void> | undefined
  #failing = false
  /** Whether the last byte written was in the middle of a line. */
  #torn = false

  /** `onFailure` is told of the first lost line, and of the first one after each write that went well. */
  constructor(descriptor: number, onFailure: (error: unknown) => void) {
    this.#descriptor = descriptor
    this.#onFailure = onFailure
  }

  write(line: string): void {
    if (this.#waiting.length + line.length > MAX_WAITING_LENGTH) {
      this.#fail(Object.assign(new Error('too many lines wait'), { code: 'ENOBUFS' }))
      return
    }
    this.#waiting += line
    if (this.lastLevel >= WARN || this.#waiting.length >= GATHERED_LENGTH) this.#send()
    else this.#timer ??= setTimeout(() => this.#send(), GATHERED_MS)
  }

  /** Resolves when nothing waits, or after a second. */
  async flush(): Promise<void> {
    if (this.#waiting !== '') this.#send()
    await Promise.race([this.#drained, sleep(FLUSH_MS, undefined, { ref: false })])
  }

  /** Writes what waits as far as the descriptor takes it at once: for a process that ends. A write under way ends later. */
  writeRest(): void {
    try {
      writeSync(this.#descriptor, this.#take())
    } catch {
      // Nobody is left to be told.
    }
  }

  /** Returns what waits, and forgets it. */
  #take(): string {
    const text = (this.#torn ? '\n' : '') + this.#waiting
    this.#waiting = ''
    return text
  }

  #send(): void {
    this.#due = true
    this.#drained ??= this.#drain()
  }

  async #drain(): Promise<void> {
    while (this.#due) {
      this.#due = false
      clearTimeout(this.#timer)
      this.#timer = undefined
      const bytes = Buffer.from(this.#take())
      try {
        await this.#writeAll(bytes)
        this.#failing = false
      } catch (error) {
        this.#fail(error)
      }
    }
    this.#drained = undefined
  }

  #fail(error: unknown): void {
    if (!this.#failing) this.#onFailure(error)
    this.#failing = true
  }

  async #writeAll(bytes: Buffer): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      try {
        written += (await writeBytes(this.#descriptor, bytes, written)).bytesWritten
        this.#torn = bytes[written - 1] !== LF
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
        await sleep(RETRY_MS)
      }
    }
  }
}
