import { readPolicy, type SanitizePolicy } from './policy.ts'

/**
 * Returns `text` without the 31 code points of the `standard` policy (U+200B–200F, U+2028–202F, U+2060–206F, U+FEFF, U+00AD).
 * The same string when there is none.
 */
export function stripInvisibles(text: string, options: { readonly policy?: SanitizePolicy } = {}): string {
  readPolicy(options.policy ?? 'standard')
  return text.replace(/[\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\xad]/g, '')
}
