import type { RngLike } from '@cordon/nonce'
import { PromptError } from '@cordon/prompt'
import type { Fence, Rendering } from './fences.ts'

/**
 * Answers how `texts` break out of `fence`, or `undefined` when they do not. A refusal (`PromptError`) is no breakout:
 * nothing was rendered.
 */
export function findBreakout(fence: Fence, texts: readonly string[], rng?: RngLike): string | undefined {
  let rendering: Rendering
  try {
    rendering = fence.render(texts, rng)
  } catch (error) {
    if (PromptError.isInstance(error)) return undefined
    throw error
  }
  if (!rendering.text.isWellFormed()) return 'the rendered text is not well-formed'
  const composed = rendering.text.normalize('NFC')
  return faultOf(rendering, rendering.text) ?? faultOf(rendering, composed)
}

/** What is wrong with the markers of `text`: they must be n openers and n closers, in turn, each alone on its line. */
function faultOf({ opener, closer, blocks }: Rendering, text: string): string | undefined {
  const found = markersOf(text, opener, closer)
  if (found.length !== blocks * 2) return `${found.length} markers for ${blocks} blocks`
  for (const [index, { marker, start }] of found.entries()) {
    if (marker !== (index % 2 === 0 ? opener : closer)) return 'openers and closers do not alternate'
    const end = start + marker.length
    if (start > 0 && text[start - 1] !== '\n') return 'a marker does not begin its line'
    if (end < text.length && text[end] !== '\n') return 'a marker does not end its line'
  }
  return undefined
}

/** Every exact marker of `text`, in order. */
function markersOf(text: string, opener: string, closer: string): { marker: string; start: number }[] {
  return [opener, closer]
    .flatMap((marker) => {
      const starts: { marker: string; start: number }[] = []
      for (let start = text.indexOf(marker); start !== -1; start = text.indexOf(marker, start + 1)) {
        starts.push({ marker, start })
      }
      return starts
    })
    .toSorted((a, b) => a.start - b.start)
}
