/**
 * Returns `text` with every character that cannot be seen, or that a terminal would obey, written as `<U+XXXX>`. TAB and
 * LF stay: for text of several lines.
 */
export function printable(text: string): string {
  // \p{C} holds controls, format characters, surrogates, private use, unassigned.
  return text.replace(/(?![\t\n])[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gv, writeOut)
}

/** Returns what {@link printable} does, with TAB and LF written out too: for names, which must not make lines of their own. */
export function printableLine(text: string): string {
  return printable(text).replace(/[\t\n]/g, writeOut)
}

function writeOut(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0
  return `<U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}>`
}
