import { PromptError } from '../errors.ts'

/**
 * Throws `ERR_PROMPT_MARKERS` unless `rendered` has one `opener` and one `closer` for each of its blocks, in turn.
 *
 * Nothing a text holds can bring this about; trusted text that quotes the prompt's own markers does.
 */
export function assertMarkers(rendered: string, opener: string, closer: string, blocks: number): void {
  const pieces = rendered.split(opener)
  // What comes before the first opener has no closer, what comes after each opener has one.
  const alternate = pieces.every((piece, index) => piece.split(closer).length === (index === 0 ? 1 : 2))
  if (pieces.length !== blocks + 1 || !alternate) {
    throw new PromptError('ERR_PROMPT_MARKERS', 'openers and closers of the rendered prompt do not alternate')
  }
}
