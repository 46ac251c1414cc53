import { PromptError } from '../errors.ts'

/**
 * Throws `ERR_PROMPT_MARKERS` unless `rendered` has one `opener` and one `closer` for each of its blocks, in turn.
 *
 * Nothing a text holds can bring this about; trusted text that quotes the prompt's own markers does.
 */
export function assertMarkers(rendered: string, opener: string, closer: string, blocks: number): void {
  // Markers are made of letters, digits and `-_<>/" `: none of them means anything in an expression.
  const found = rendered.match(new RegExp(`${opener}|${closer}`, 'g')) ?? []
  if (found.length === blocks * 2 && found.every((marker, at) => marker === (at % 2 ? closer : opener)))
    return
  throw new PromptError('ERR_PROMPT_MARKERS', 'openers and closers of the rendered prompt do not alternate')
}
