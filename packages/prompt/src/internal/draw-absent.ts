import { cryptoRng, type RngLike } from '@cordon/nonce'
import { PromptError } from '../errors.ts'

const REDRAWS = 3

/**
 * Returns what `draw` gives, once it occurs in none of `texts`.
 *
 * Only the platform's source is asked again, and only with `redraw`: its values cannot be foreseen, while a second
 * value of an injected source would no longer be the one that its owner meant.
 *
 * @throws PromptError `ERR_PROMPT_NONCE_COLLISION` when the last value drawn still occurs.
 */
export function drawAbsent(
  draw: (rng: RngLike) => string,
  texts: readonly string[],
  { rng = cryptoRng, redraw }: { readonly rng: RngLike | undefined; readonly redraw: boolean },
): string {
  for (let left = redraw && rng === cryptoRng ? REDRAWS : 0; left > 0; left -= 1) {
    const drawn = draw(rng)
    if (isAbsent(drawn, texts)) return drawn
  }
  const last = draw(rng)
  assertAbsent(last, texts)
  return last
}

/** Throws `ERR_PROMPT_NONCE_COLLISION` when one of `texts` holds `drawn`. The message must not say what was drawn. */
export function assertAbsent(drawn: string, texts: readonly string[]): void {
  if (isAbsent(drawn, texts)) return
  throw new PromptError(
    'ERR_PROMPT_NONCE_COLLISION',
    'the untrusted text holds the nonce drawn for it; refuse and retry',
  )
}

const isAbsent = (drawn: string, texts: readonly string[]): boolean =>
  !texts.some((text) => text.includes(drawn))
