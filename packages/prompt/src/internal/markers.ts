import { PromptError } from '../errors.ts'

/** What stands before and after a block, each alone on its line, and what both hold: the nonce, or more around it. */
export type Markers = readonly [opener: string, closer: string, core: string]

/** Returns `content` between `markers`. */
export const enclose = (content: string, [opener, closer]: Markers): string =>
  `${opener}\n${content}\n${closer}`

/**
 * Returns `rendered`, or throws `ERR_PROMPT_MARKERS` unless it has one opener and one closer for each of its blocks, in
 * turn.
 *
 * Nothing a text holds can bring this about; trusted text that quotes the prompt's own markers does.
 */
export function checkMarkers(rendered: string, [opener, closer, core]: Markers, blocks: number): string {
  let found = ''
  // One search for what both hold; a text may hold it too, but not as part of a marker.
  for (let at = rendered.indexOf(core); at !== -1; at = rendered.indexOf(core, at + 1)) {
    found += [opener, closer].find((marker) => rendered.startsWith(marker, at - marker.indexOf(core))) ?? ''
  }
  if (found !== (opener + closer).repeat(blocks)) {
    throw new PromptError('ERR_PROMPT_MARKERS', 'the markers of the prompt do not alternate')
  }
  return rendered
}
