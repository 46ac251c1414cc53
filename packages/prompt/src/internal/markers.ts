import { PromptError } from '../errors.ts'

/** What stands before and after a block, each alone on its line. */
export type Markers = readonly [opener: string, closer: string]

/** Returns `content` between `markers`. */
export const enclose = (content: string, [opener, closer]: Markers): string =>
  `${opener}\n${content}\n${closer}`

/**
 * Throws `ERR_PROMPT_MARKERS` unless `rendered` has one opener and one closer for each of its blocks, in turn.
 *
 * Nothing a text holds can bring this about; trusted text that quotes the prompt's own markers does.
 */
export function assertMarkers(rendered: string, [opener, closer]: Markers, blocks: number): void {
  const pieces = rendered.split(opener)
  // What comes before the first opener has no closer, what comes after each opener has one.
  const alternate = pieces.every((piece, index) => piece.split(closer).length === (index === 0 ? 1 : 2))
  if (pieces.length !== blocks + 1 || !alternate) {
    throw new PromptError('ERR_PROMPT_MARKERS', 'openers and closers of the rendered prompt do not alternate')
  }
}
