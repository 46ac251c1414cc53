const ZEROS = '0'.repeat(32)

/**
 * Returns `text` with zeros for each nonce that stands in a marker, so that two renderings of the same prompt compare
 * equal: for fixture names, snapshots and cache keys.
 *
 * Without `nonce`, every 32 hexadecimal digits after `untrusted nonce="` or `---BEGIN USER CONTEXT ` (and `END`) are
 * masked, also in a forged marker. With `nonce`, only that one, and only inside complete markers: what the untrusted
 * text says is left as it is.
 *
 * @param options.nonce the one nonce to mask, 32 lower-case hexadecimal digits.
 * @throws RangeError when `nonce` is anything else.
 */
export function maskNonces(text: string, { nonce }: { readonly nonce?: string | undefined } = {}): string {
  if (nonce === undefined) return text.replace(noncePattern('[0-9a-fA-F]{32}', '', ''), ZEROS)
  if (!/^[0-9a-f]{32}$/.test(nonce)) throw new RangeError('"nonce" expected 32 lower-case hexadecimal digits')
  return text.replace(noncePattern(nonce, '</?', '>'), ZEROS)
}

function noncePattern(nonce: string, tagStart: string, tagEnd: string): RegExp {
  const inTag = `(?<=${tagStart}untrusted nonce=")${nonce}(?="${tagEnd})`
  const inMarker = `(?<=---(?:BEGIN|END) USER CONTEXT )${nonce}(?=---)`
  return new RegExp(`${inTag}|${inMarker}`, 'g')
}
