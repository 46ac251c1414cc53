/** Longest path that a message quotes, in UTF-16 code units. */
const MAX_QUOTED_UNITS = 256

/** Returns the path for a message: what could forge a line or hide in a terminal is written as an escape. */
export function quotePath(path: string): string {
  return path
    .slice(0, MAX_QUOTED_UNITS)
    .replace(
      /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
      (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    )
}

/** Returns the handle cut to 128 UTF-16 code units, so that a caller's text cannot grow a log or an answer. */
export function cutHandle(handle: string): string {
  return handle.slice(0, 128).toWellFormed()
}
