import { PromptError } from '../errors.ts'

/** What stands before and after a block, each alone on its line. */
export type Markers = readonly [opener: string, closer: string]

/** Returns `content` between `markers`. */
export const enclose = (content: string, [opener, closer]: Markers): string =>
  `${opener}\n${content}\n${closer}`

/**
 * Returns `rendered`, or throws `ERR_PROMPT_MARKERS` unless it has one opener and one closer for each of its blocks, in
 * turn.
 *
 * Nothing a text holds can bring this about; trusted text that quotes the prompt's own markers does.
 */
export function checkMarkers(rendered: string, [opener, closer]: Markers, blocks: number): string {
  // Before the first opener there is no closer, between two openers and behind the last there is one.
  const closers = rendered.split(opener).map((part) => part.split(closer).length - 1)
  if (closers.join() !== `0${',1'.repeat(blocks)}`) {
    throw new PromptError('ERR_PROMPT_MARKERS', 'the markers of the prompt do not alternate')
  }
  return rendered
}
