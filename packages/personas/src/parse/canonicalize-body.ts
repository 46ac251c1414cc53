/**
 * White_Space of the Unicode Character Database (PropList.txt). Spelled out because `trimEnd` is another set: it
 * takes U+FEFF and leaves U+0085.
 */
const WHITE_SPACE: ReadonlySet<number> = new Set([
  0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005,
  0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
])

// Anything but printable ASCII, or a blank before a line end. No repetition: linear, whatever the text.
const NOT_PLAIN = /[^\t\n -~]|[\t ]\n/

/**
 * Returns the one spelling under which a body is hashed and injected: leading U+FEFF out, CRLF and CR as LF, NFC
 * (UAX #15), White_Space cut from the end of each line, exactly one LF at the end.
 *
 * Total and idempotent; `''` gives `'\n'`. Lines end at LF only: U+2028 and its like do not split. Characters inside a
 * line, invisible ones too, are kept.
 *
 * @throws TypeError when `text` is not a string.
 */
export function canonicalizeBody(text: string): string {
  if (typeof text !== 'string') throw new TypeError(`"text" expected string, got ${typeof text}`)
  // Most bodies are canonical when they are read, and one look tells: those need no passes and no lines.
  if (!NOT_PLAIN.test(text) && /[^\n]\n$/.test(text.slice(-2))) return text
  const normal = text
    .replace(/^\uFEFF+/, '')
    .replace(/\r\n?/g, '\n')
    .normalize('NFC')
  const lines = normal.split('\n').map(trimLineEnd)
  let last = lines.length
  while (last > 1 && lines[last - 1] === '') last -= 1
  return `${lines.slice(0, last).join('\n')}\n`
}

// A loop, because /\s+$/ looks again from every blank: quadratic on a long run inside a line.
function trimLineEnd(line: string): string {
  let end = line.length
  while (end > 0 && WHITE_SPACE.has(line.charCodeAt(end - 1))) end -= 1
  return line.slice(0, end)
}
