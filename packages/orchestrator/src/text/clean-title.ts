import { trimWhiteSpace } from './white-space.ts'

/** Returns a finding's title on one line: invisibles out, each control blank to one space, ends trimmed. */
export function cleanTitle(title: string): string {
  // The reference's set for titles; the standard policy of @cordon/sanitize strips the same 31 code points from content.
  return trimWhiteSpace(
    title
      .replace(/[\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\u00ad]/g, '')
      .replace(/[\t\n\v\f\r\u0085]/g, ' '),
  )
}
