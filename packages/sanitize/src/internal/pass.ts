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
export type Stage = (chunk: string, isLast: boolean) => string

/** Called before the edits of a chunk: answers the sink that the pass reports to. */
export type Tap = (text: string, output: Output) => { readonly sink: EditSink; consumed(units: number): void }

export function createStage(pass: Pass, tap?: Tap): Stage {
  let rest = ''
  return (chunk, isLast) => {
    const text = rest === '' ? chunk : rest + chunk
    const output = new Output(text)
    const tapped = tap?.(text, output)
    const end = pass(text, isLast, tapped?.sink ?? output)
    tapped?.consumed(end)
    rest = text.slice(end)
    return output.finish(end)
  }
}

/** Runs a pass over a whole string. */
export function runPass(pass: Pass, text: string): string {
  const output = new Output(text)
  pass(text, true, output)
  return output.finish(text.length)
}
