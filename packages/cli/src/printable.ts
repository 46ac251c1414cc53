// What cannot be seen, or steers a terminal; \p{C} holds controls, format characters, surrogates, private use, unassigned.
const UNPRINTABLE = /(?![\t\n])[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gv
const LINE_BREAKERS = /[\t\n]/g

/**
 * Returns `text` with every character that cannot be seen, or that a terminal would obey, written as `<U+XXXX>`. TAB and
 * LF stay: for text of several lines.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, writeOut)
}

/** Returns what {@link printable} does, with TAB and LF written out too: for names, which must not make lines of their own. */
export function printableLine(text: string): string {
  return printable(text).replace(LINE_BREAKERS, writeOut)
}

function writeOut(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0
  return `<U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}>`
}
