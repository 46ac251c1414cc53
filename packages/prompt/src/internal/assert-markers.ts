import { PromptError } from '../errors.ts'

/**
 * Throws `ERR_PROMPT_MARKERS` unless `rendered` has one `opener` and one `closer` for each of its blocks, in turn.
 *
 * Nothing a text holds can bring this about; trusted text that quotes the prompt's own markers does.
 */
export function assertMarkers(rendered: string, opener: string, closer: string, blocks: number): void {
  let from = 0
  for (let block = 0; block < blocks; block += 1) {
    const opened = rendered.indexOf(opener, from)
    const closed = rendered.indexOf(closer, from)
    const reopened = rendered.indexOf(opener, opened + 1)
    if (opened === -1 || closed < opened || (reopened !== -1 && reopened < closed)) throw misplaced()
    from = closed + closer.length
  }
  if (rendered.includes(opener, from) || rendered.includes(closer, from)) throw misplaced()
}

function misplaced(): PromptError {
  return new PromptError('ERR_PROMPT_MARKERS', 'openers and closers of the rendered prompt do not alternate')
}
