// Controls (save TAB and LF), default-ignorables, surrogates, private use, unassigned: none of them shows, some of them steer a terminal.
const UNPRINTABLE = /(?![\t\n])[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gv

/** Returns `text` with every character that cannot be seen, or that a terminal would obey, written as `<U+XXXX>`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const codePoint = character.codePointAt(0) ?? 0
    return `<U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}
