import { OfflineReviewerError } from './errors.ts'

const opener = /^MODE: [a-z-]{1,32}\n---BEGIN USER CONTEXT ([0-9a-f]{32})---\n/

/**
 * Returns the untrusted body of a prompt of `buildUserPrompt` for one text, unchanged. Several documents are refused: a
 * finding names a line, and could not say of which.
 *
 * @throws {@link OfflineReviewerError} `ERR_OFFLINE_REVIEWERS_PROMPT` when the opener or its closer is missing.
 */
export function readFencedContent(prompt: string): string {
  const head = opener.exec(prompt)
  if (head === null) throw new OfflineReviewerError('ERR_OFFLINE_REVIEWERS_PROMPT')
  // Only the genuine closer bears the nonce, which the author of the body could not know.
  const end = prompt.lastIndexOf(`\n---END USER CONTEXT ${head[1]}---`)
  if (end < head[0].length - 1) throw new OfflineReviewerError('ERR_OFFLINE_REVIEWERS_PROMPT')
  return prompt.slice(head[0].length, Math.max(end, head[0].length))
}
