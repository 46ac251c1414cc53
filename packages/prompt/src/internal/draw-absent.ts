import { cryptoRng, type RngLike } from '@cordon/nonce'
import { PromptError } from '../errors.ts'

/**
 * Returns what `draw` gives, once it occurs in none of `texts`.
 *
 * Only the platform's source is asked again: its values cannot be foreseen, while a second value of an injected source
 * would no longer be the one that its owner meant.
 *
 * @throws PromptError `ERR_PROMPT_NONCE_COLLISION` when the last value drawn still occurs.
 */
export function drawAbsent(
  draw: (rng: RngLike) => string,
  texts: readonly string[],
  rng: RngLike = cryptoRng,
  redraws = 3,
): string {
  for (let left = rng === cryptoRng ? redraws : 0; left >= 0; left -= 1) {
    const drawn = draw(rng)
    if (!texts.some((text) => text.includes(drawn))) return drawn
  }
  // The message must not say what was drawn.
  throw new PromptError('ERR_PROMPT_NONCE_COLLISION', 'the text holds its nonce; refuse and retry')
}
