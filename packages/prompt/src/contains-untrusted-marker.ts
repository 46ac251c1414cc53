import { UNTRUSTED_BLOCK_INSTRUCTION } from './untrusted-block.ts'

const openers = /<untrusted nonce="[0-9a-f]{32}">|---BEGIN USER CONTEXT [0-9a-f]{32}---/

/**
 * Returns whether `text` carries something that a fence of this package leaves behind: the sentence of
 * `wrapUntrusted`, or an opener of one of the other two formats. It sees through JSON escaping, nested too.
 *
 * For histories that come from elsewhere and have no `taint`. Whoever wrote a text can put the sentence into it, so
 * `true` means "treat as untrusted" and `false` does not mean that a text can be trusted.
 */
export function containsUntrustedMarker(text: string): boolean {
  return hasMarker(text) || (text.includes('\\') && hasMarker(unescapeJson(text)))
}

const hasMarker = (text: string): boolean => text.includes(UNTRUSTED_BLOCK_INSTRUCTION) || openers.test(text)

/** Undoes JSON's escapes at any depth, for searching only: runs of backslashes count as one. */
function unescapeJson(text: string): string {
  return text
    .replace(/\\+/g, '\\')
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\(?=["/])/g, '')
}
