/** Returns how many bytes a text has in UTF-8, without encoding it; a lone surrogate counts as U+FFFD, three. */
export function utf8Length(text: string): number {
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) length += 1
    else if (unit < 0x800) length += 2
    else if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      length += 4
      at++
    } else length += 3
  }
  return length
}
