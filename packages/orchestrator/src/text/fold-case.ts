function foldCodePoint(character: string): string {
  if (character === '\u0131') return character
  // Lower, upper, lower reaches the full folding (ss for sharp s) without a table. One code point at a time,
  // because toLowerCase looks at its neighbours to choose between the two small sigmas.
  const folded = character.toLowerCase().toUpperCase().toLowerCase()
  return folded.replaceAll('\u03c2', '\u03c3')
}

/**
 * Returns the full case folding of NFKC text: two spellings of a title that differ in case alone become equal.
 *
 * Equal to Unicode's C+F mappings on every NFKC-normalised code point of Unicode 14 but Cherokee, which folds
 * consistently to lower case instead of upper.
 */
export function foldCase(text: string): string {
  let folded = ''
  for (const character of text) folded += foldCodePoint(character)
  return folded
}
