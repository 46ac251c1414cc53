import { PromptError } from '../errors.ts'

/**
 * Throws `ERR_PROMPT_MARKERS` unless `opener` and `closer` occur `blocks` times each in `rendered`, in turn.
 *
 * Nothing a text holds can bring this about; trusted text that quotes the prompt's own markers does.
 */
export function assertMarkers(rendered: string, opener: string, closer: string, blocks: number): void {
  let end = 0
  for (let block = 0; block < blocks; block += 1) {
    const open = rendered.indexOf(opener, end)
    const close = rendered.indexOf(closer, end)
    const second = rendered.indexOf(opener, open + opener.length)
    if (open === -1 || close < open || (second !== -1 && second < close)) throw broken()
    end = close + closer.length
  }
  if (rendered.includes(opener, end) || rendered.includes(closer, end)) throw broken()
}

function broken(): PromptError {
  return new PromptError('ERR_PROMPT_MARKERS', 'openers and closers of the rendered prompt do not alternate')
}
