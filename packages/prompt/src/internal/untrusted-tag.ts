import type { Markers } from './markers.ts'
import { WHITE_SPACE } from './white-space.ts'

/** Returns the tags of a block. */
export function tagsOf(nonce: string): Markers {
  const core = `untrusted nonce="${nonce}">`
  return [`<${core}`, `</${core}`, core]
}

// Without the `u` flag, `i` compares ASCII letters with ASCII letters only: U+017F is no `s` here.
const lookalike = new RegExp(`<(?=[${WHITE_SPACE}/]*untrusted)`, 'i')

/** In code units. One call with millions of matches takes several times as long for each of them. */
const CHUNK = 32_768

/**
 * Returns `content` with `&lt;` for each `<` that begins something like an `untrusted` tag: any run of White_Space
 * and `/`, then the name as a prefix, in any ASCII case. Nothing else changes, `&` neither: the form is not reversible.
 */
export function escapeTags(content: string): string {
  if (!content.includes('<')) return content
  let escaped = ''
  for (let start = 0; start < content.length; ) {
    // The expression never looks past the next `<`, so a cut in front of one changes nothing.
    const next = content.indexOf('<', start + CHUNK)
    const end = next === -1 ? content.length : next
    escaped += content.slice(start, end).split(lookalike).join('&lt;')
    start = end
  }
  return escaped
}
