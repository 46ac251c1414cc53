/** What a YAML parser found, by its code. Its own messages may quote the text, which may hold secrets. */
const FAULTS: ReadonlyMap<string, string> = new Map([
  ['BAD_INDENT', 'the indentation is wrong, or a bracket is not closed'],
  ['TAB_AS_INDENT', 'a tab stands in the indentation; write blanks'],
  ['DUPLICATE_KEY', 'the key stands there already'],
  ['MISSING_CHAR', 'something is missing: a closing quote or bracket, a comma, a colon'],
  [
    'MULTILINE_IMPLICIT_KEY',
    'a line is no "key: value": look for its colon, the blank behind it, an open quote before',
  ],
  [
    'BLOCK_AS_IMPLICIT_KEY',
    'the value holds a second ": ", so quote it, or the next line is indented too far',
  ],
  ['BLOCK_IN_FLOW', 'a comma is missing, or a list or mapping within brackets has none of its own'],
  ['BAD_SCALAR_START', 'the value begins with a character that YAML keeps for itself; put it in quotes'],
  ['BAD_DQ_ESCAPE', 'a backslash in double quotes begins no escape; double it, or use single quotes'],
  ['UNEXPECTED_TOKEN', 'something stands where it cannot: look at quotes, brackets and commas before it'],
  ['MULTIPLE_DOCS', 'a second document begins; write a single one'],
])

/** Returns what is wrong in YAML, in a sentence for people that quotes nothing of it. */
export function yamlFault(code: string): string {
  return FAULTS.get(code) ?? 'it is not written as YAML asks'
}
