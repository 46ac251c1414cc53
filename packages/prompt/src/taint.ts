import { assertType } from './internal/assert-type.ts'

/** Where untrusted text in a message came from. Plain data: it survives JSON. */
export interface TaintSource {
  /** Which piece it was: a message id, a URL, a content hash. */
  readonly id: string
  /** What it was, as the label of its fence. */
  readonly label: string
  /** Which channel brought it: `mail`, `tool:search`, `agent:melchior`. */
  readonly source: string
}

/** Anything that may carry taint: a message, a part, a tool result. */
export interface Taintable {
  readonly taint?: readonly TaintSource[] | undefined
}

/**
 * Returns the sources of all `items`, each once, in order of first appearance. Empty when none of them is tainted.
 *
 * @throws TypeError when `items` are no objects, or a `taint` is neither absent nor an array of them: a damaged record must
 * not read as "clean".
 */
export function taintOf(items: Iterable<Taintable>): readonly TaintSource[] {
  assertType(items, 'object', 'items')
  const sources = new Map<string, TaintSource>()
  for (const item of items) {
    assertType(item, 'object', 'items')
    const { taint = [] } = item
    if (!Array.isArray(taint)) throw new TypeError(`"taint" expected array, got ${typeof taint}`)
    for (const entry of taint as readonly TaintSource[]) {
      assertType(entry, 'object', 'taint')
      const { id, label, source } = entry
      const key = JSON.stringify([id, label, source])
      if (!sources.has(key)) sources.set(key, { id, label, source })
    }
  }
  return [...sources.values()]
}

/**
 * Returns a copy of `message` that carries the sources of everything in `context` besides its own.
 *
 * Call it on whatever a model wrote: the model read `context`, so its words may be those of the sources.
 *
 * @throws TypeError as {@link taintOf} does.
 */
export function withTaint<Message extends object>(
  message: Message,
  context: Iterable<Taintable>,
): Message & { readonly taint: readonly TaintSource[] } {
  assertType(message, 'object', 'message')
  assertType(context, 'object', 'context')
  return { ...message, taint: taintOf([message as Taintable, ...context]) }
}

/**
 * Returns a copy of `message` without sources. Nothing else in this package clears taint: call it where a person, or a
 * check that does not depend on a model, has approved the content.
 *
 * @throws TypeError when `message` is no object.
 */
export function endorse<Message extends object>(message: Message): Message & { readonly taint: readonly [] } {
  assertType(message, 'object', 'message')
  return { ...message, taint: [] }
}
