/** Returns `name` with its first letter in title case and the rest in lower case, as Python's `capitalize()`. */
export function capitalize(name: string): string {
  const [first = ''] = name
  return toTitleCase(first) + name.toLowerCase().slice(first.toLowerCase().length)
}

// The digraphs of Croatian: the one kind of letter with a title case of its own.
const digraphs: ReadonlyMap<string, string> = new Map([
  ['\u01c4', '\u01c5'],
  ['\u01c7', '\u01c8'],
  ['\u01ca', '\u01cb'],
  ['\u01f1', '\u01f2'],
])

/** JavaScript has no title case; it follows from upper case but for what UnicodeData.txt and SpecialCasing.txt list. */
function toTitleCase(character: string): string {
  // Georgian has none, and of U+0149 the second letter is the capital.
  if (/[\u10d0-\u10ff]/.test(character)) return character
  if (character === '\u0149') return character.toUpperCase()
  const [head = '', ...tail] = character.toUpperCase()
  if (tail.at(-1) !== '\u0399') return (digraphs.get(head) ?? head) + tail.join('').toLowerCase()
  // An iota stays below its vowel, as one letter with it where no accent comes between.
  const accents = tail.slice(0, -1).join('')
  return accents === '' ? `${head}\u0345`.normalize('NFC') : `${head}${accents}\u0345`
}
