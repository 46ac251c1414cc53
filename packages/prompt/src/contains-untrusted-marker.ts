import { assertType } from './internal/assert-type.ts'
import { UNTRUSTED_BLOCK_INSTRUCTION } from './untrusted-block.ts'

/**
 * What JSON may put before the next unit: within JSON within JSON, 7 backslashes. Unbounded, long runs would be
 * quadratic; before the first unit, every run of backslashes would be a place to begin.
 */
const ESCAPES = '\\\\{0,7}'

const nonce = `(?:(?:[0-9a-f]|u00[36][0-9a-f])${ESCAPES}){32}`

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
 *
 * @throws TypeError when `text` is not a string: the parts of a message are asked one by one.
 */
export function containsUntrustedMarker(text: string): boolean {
  assertType(text, 'string', 'text')
  return markers.test(text)
}

/** An expression for `text`, each unit as it is or as `u00xx`, with room for the backslashes of the next one. */
function escapable(text: string): string {
  return text.replace(/./g, (unit) => {
    const hex = unit.charCodeAt(0).toString(16)
    return `(?:\\x${hex}|u00${hex})${ESCAPES}`
  })
}
