/** The baseline: what one writes first, four chained replaces with the result of the standard policy. */
export function naive(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/[\r\v\f\x85\u2028\u2029]/g, '\n')
    .replace(/[\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\xad]/g, '')
    .replace(/(^|\n)([\t ]*)(?=(?:MODE|CONTEXT|---BEGIN|---END)(?:[\s:]|$))/g, '$1$2  ')
}

/** The same, strip step only: what many projects ship. */
export const stripOnly = (text: string): string =>
  text.replace(/[\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\xad]/g, '')

/** Strips every format character, visible ones too. */
export const stripFormat = (text: string): string => text.replace(/\p{Cf}/gu, '')
