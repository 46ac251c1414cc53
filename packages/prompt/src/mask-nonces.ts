import { assertOptions } from './internal/assert-options.ts'
import { assertType } from './internal/assert-type.ts'

const noncePattern = /^[0-9a-f]{32}$/

/**
 * Returns `text` with zeros for each nonce that stands in a marker, so that two renderings of the same prompt compare
 * equal: for fixture names, snapshots and cache keys.
 *
 * Without `nonce`, every 32 hexadecimal digits after `untrusted nonce="` or `---BEGIN USER CONTEXT ` (and `END`) are
 * masked, also in a forged marker. With `nonce`, only that one, and only inside complete markers: what the untrusted
 * text says is left as it is.
 *
 * @param options.nonce the one nonce to mask, 32 lower-case hexadecimal digits.
 * @throws RangeError when `nonce` is anything else; TypeError when `text` is not a string or there is another option.
 */
export function maskNonces(text: string, options: { readonly nonce?: string | undefined } = {}): string {
  assertType(text, 'string', 'text')
  assertOptions(options, ['nonce'])
  const { nonce } = options
  if (nonce !== undefined && !noncePattern.test(nonce)) {
    throw new RangeError(`"nonce" expected ${noncePattern.source}, got another`)
  }
  const [digits, tagStart, tagEnd] = nonce === undefined ? ['[0-9a-fA-F]{32}', '', ''] : [nonce, '</?', '>']
  const inTag = `(?<=${tagStart}untrusted nonce=")${digits}(?="${tagEnd})`
  const inMarker = `(?<=---(?:BEGIN|END) USER CONTEXT )${digits}(?=---)`
  return text.replace(new RegExp(`${inTag}|${inMarker}`, 'g'), '0'.repeat(32))
}
