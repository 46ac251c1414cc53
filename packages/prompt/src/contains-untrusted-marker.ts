import { UNTRUSTED_BLOCK_INSTRUCTION } from './untrusted-block.ts'

/** Backslashes that JSON within JSON within JSON puts before a character: 7. Unbounded, long runs would be quadratic. */
const ESCAPES = '\\\\{0,7}'

const nonce = `(?:${ESCAPES}(?:[0-9a-f]|u00[36][0-9a-f])){32}`

const markers = new RegExp(
  [
    escapable(UNTRUSTED_BLOCK_INSTRUCTION),
    escapable('<untrusted nonce="') + nonce + escapable('">'),
    escapable('---BEGIN USER CONTEXT ') + nonce + escapable('---'),
  ].join('|'),
  'i',
)

/**
 * Returns whether `text` carries something that a fence of this package leaves behind: the sentence of
 * `wrapUntrusted`, or an opener of one of the other two formats. It sees through JSON escaping, up to three levels.
 *
 * For histories that come from elsewhere and have no `taint`. Whoever wrote a text can put the sentence into it, so
 * `true` means "treat as untrusted" and `false` does not mean that a text can be trusted.
 */
export function containsUntrustedMarker(text: string): boolean {
  return markers.test(text)
}

/** An expression for `text`, each unit as it is, behind backslashes, or as `\u00xx`. */
function escapable(text: string): string {
  return text.replace(/./g, (unit) => {
    const hex = unit.charCodeAt(0).toString(16)
    return `${ESCAPES}(?:\\x${hex}|u00${hex})`
  })
}
