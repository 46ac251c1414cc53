import { drawNonce, type RngLike } from '@cordon/nonce'
import { assertOneOf } from './internal/assert-one-of.ts'
import { assertOptions } from './internal/assert-options.ts'
import { drawAbsent } from './internal/draw-absent.ts'
import { checkMarkers, enclose } from './internal/markers.ts'
import { FENCE_POLICIES, type FencePolicy, sanitizeContent } from './internal/sanitize-content.ts'
import { escapeTags, tagsOf } from './internal/untrusted-tag.ts'

export interface FenceUntrustedOptions {
  /** Where the nonce comes from; never redrawn when given. Default: the platform's CSPRNG. */
  readonly rng?: RngLike | undefined
  /** How the text is sanitized before it is escaped. Default: `strict`. */
  readonly policy?: FencePolicy | undefined
}

/**
 * Returns one block of a `Prompt` alone, with a nonce of its own: for chat messages, whose instruction
 * (`DEFAULT_UNTRUSTED_INSTRUCTION`) stands once, in a system message.
 *
 * @throws TypeError when the text or the policy has a wrong type or value.
 * @throws PromptError `ERR_PROMPT_NONCE_COLLISION` when the text holds the nonce: with `rng` at once, else after three
 * redraws.
 * @throws NonceError `ERR_NONCE_ENTROPY` when the platform has no random source.
 */
export function fenceUntrusted(text: string, options: FenceUntrustedOptions = {}): string {
  assertOptions(options, ['rng', 'policy'])
  const { rng, policy = 'strict' } = options
  assertOneOf(policy, 'policy', FENCE_POLICIES)
  const content = escapeTags(sanitizeContent(text, policy))
  const tags = tagsOf(drawAbsent(drawNonce, [content], rng))
  return checkMarkers(enclose(content, tags), tags, 1)
}
