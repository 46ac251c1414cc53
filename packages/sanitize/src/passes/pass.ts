import { Output } from './output.ts'

/** Where a pass reports what it changes; `Output`, or a recorder in front of it. */
interface EditSink {
  edit(start: number, end: number, replacement: string): void
}

/**
 * One step of a policy. Reports the edits of `text` in order and answers where the decided part ends; what lies behind
 * is seen again, with more text. Unless `isLast`, a pass may leave undecided what depends on text to come, never more
 * than its look-ahead. State between calls is its own.
 */
export type Pass = (text: string, isLast: boolean, sink: EditSink) => number

/** A pass with its undecided rest, fed with chunks. */
export class Stage {
  readonly #pass: Pass
  #rest = ''
  /** Whether the pass has changed anything. */
  hasEdits = false

  constructor(pass: Pass) {
    this.#pass = pass
  }

  /** Takes the next chunk; answers what is decided by now. */
  feed(chunk: string, isLast: boolean): string {
    const text = this.#rest + chunk
    const output = new Output(text)
    const end = this.#pass(text, isLast, output)
    this.#rest = text.slice(end)
    this.hasEdits ||= output.hasEdits
    return output.finish(end)
  }
}

/** Feeds a chunk through all stages. */
export const feed = (stages: readonly Stage[], chunk: string, isLast: boolean): string =>
  stages.reduce((text, stage) => stage.feed(text, isLast), chunk)

/** What the passes make of a chunk of this size stays in the cache, and in the part of the heap that is used again. */
const CHUNK_UNITS = 32_768

/** Feeds a whole string through all stages; answers the same string when they change nothing. */
export function feedWhole(stages: readonly Stage[], text: string): string {
  let result = ''
  let end = 0
  do {
    const chunk = text.slice(end, end + CHUNK_UNITS)
    end += CHUNK_UNITS
    result += feed(stages, chunk, end >= text.length)
  } while (end < text.length)
  return stages.some((stage) => stage.hasEdits) ? result : text
}

/** Runs a pass over a whole string. */
export const runPass = (pass: Pass, text: string): string => feedWhole([new Stage(pass)], text)
