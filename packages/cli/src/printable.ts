// What cannot be seen, or steers a terminal; \p{C} holds controls, format characters, surrogates, private use, unassigned.
const UNPRINTABLE = /(?![\t\n])[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gv

/** Returns `text` with every character that cannot be seen, or that a terminal would obey, written as `<U+XXXX>`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const codePoint = character.codePointAt(0) ?? 0
    return `<U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}
